/** Scrolls what has opened into sight, no farther than it must; of what is too high to be seen whole, its top. While something is dragged, nothing moves. */
export function reveal(node: Element): void {
  if (document.querySelector("svg.board:active")) return;
  let pane: Element | null = node.parentElement;
  while (pane && pane !== document.body && !(pane.scrollHeight > pane.clientHeight && /auto|scroll/.test(getComputedStyle(pane).overflowY))) pane = pane.parentElement;
  const own = pane && pane !== document.body ? pane : null;
  const { top, bottom } = own?.getBoundingClientRect() ?? { top: covered(node), bottom: innerHeight };
  const box = node.getBoundingClientRect();
  const by = box.top < top || box.height > bottom - top ? box.top - top : Math.max(0, box.bottom - bottom);
  (own ?? window).scrollBy(0, by);
}

/** How much at the top of the page is covered by what stays there, as the table does on a phone. */
function covered(node: Element): number {
  const stays = node.closest(".table")?.querySelector(".stage");
  return stays && getComputedStyle(stays).position === "sticky" ? stays.clientHeight : 0;
}
