/** The two sides of every game, told apart by colour and by shape. */
import { known } from "../texts";

export type Tone = "a" | "b" | "n";

const TONES: Record<string, Tone> = { allied: "a", russian: "a", soviet: "a", axis: "b", german: "b" };

/** `a`: allied, Soviet, a star; `b`: axis, German, a diamond; `n`: nobody's side, a disc. */
export function tone(seat: string | null | undefined): Tone {
  return TONES[seat ?? ""] ?? "n";
}

export function seatName(seat: string): string {
  return known("seat", seat);
}
