/** Every English word of the pages is in en.json; another language is another file of the same keys. */
import en from "./en.json";

export type Key = keyof typeof en;
type Fill = Record<string, string | number>;

/** The text of a key, with {names} filled in. */
export function t(key: Key, fill: Fill = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (whole, name: string) => (name in fill ? String(fill[name]) : whole));
}

/** One or several: `key.one` and `key.other`, with {n} filled in. */
export function count<K extends string>(key: `${K}.other` extends Key ? K : never, n: number, fill: Fill = {}): string {
  return t(`${key as string}.${n === 1 ? "one" : "other"}` as Key, { n, ...fill });
}

/** The text of a key that is put together, or the word itself where the texts do not know it. */
export function known(group: string, word: string): string {
  const key = `${group}.${word}`;
  return key in en ? t(key as Key) : sentence(word.replaceAll("-", " "));
}

/** With a capital letter, but for names like sMG34; sides have theirs anywhere. A number keeps its per cent sign on the line. */
export function sentence(words: string): string {
  const first = /^[a-z]+[A-Z]/.test(words) ? words.charAt(0) : words.charAt(0).toUpperCase();
  return (first + words.slice(1)).replace(/\b(?:allied|axis|soviet|german|russian)\b/g, (side) => side.charAt(0).toUpperCase() + side.slice(1)).replace(/(?<=\d) %/g, "\u00a0%");
}

/** How many are to be chosen. */
export function howMany(least: number, most: number): string {
  if (least === most) return t("field.exactly", { n: least });
  return least === 0 ? t("field.upTo", { n: most }) : t("field.from", { least, most });
}

/** A counter's values, 4-4-7 or 9-1, are never broken over two lines. */
export function together(words: string): string {
  return words.replace(/(?<=\d)-(?=\d)/g, "-\u2060");
}

/** As a whole sentence: a capital letter, and a full stop where none is. */
export function whole(words: string): string {
  return words === "" ? "" : /[.!?:]$/.test(words) ? sentence(words) : `${sentence(words)}.`;
}
