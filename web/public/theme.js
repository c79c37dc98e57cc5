// Before the first paint: the look that was chosen here, if one was. The rest is in src/look.svelte.ts.
try {
  const look = localStorage.getItem("orsha.look");
  if (look === "light" || look === "dark") document.documentElement.dataset.look = look;
} catch {
  // No storage: the system's look is used.
}
