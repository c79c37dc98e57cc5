/** How the pages look and sound on this device: kept here, told to nobody. */

export type Choice = "system" | "light" | "dark";

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser without storage forgets; nothing else is lost.
  }
}

class Look {
  choice = $state<Choice>(chosen());
  sound = $state(kept("orsha.sound") === "on");

  choose(choice: Choice): void {
    this.choice = choice;
    keep("orsha.look", choice === "system" ? null : choice);
    if (choice === "system") delete document.documentElement.dataset["look"];
    else document.documentElement.dataset["look"] = choice;
  }

  /** The other one of light and dark than what is seen now. */
  turn(): void {
    const dark = this.choice === "dark" || (this.choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.choose(dark ? "light" : "dark");
  }

  hear(on: boolean): void {
    this.sound = on;
    keep("orsha.sound", on ? "on" : null);
  }
}

function chosen(): Choice {
  const look = kept("orsha.look");
  return look === "light" || look === "dark" ? look : "system";
}

export const look = new Look();
