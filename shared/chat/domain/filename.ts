const MAX_FILENAME_BYTES = 240;
/** Matches separators, control characters, and marks that reverse the direction of text, with which `exe.pdf` reads as `fdp.exe`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** True for a name that could leave its folder, hide its extension or break a header. */
export const hasUnsafeFilename = (name: string): boolean =>
  name.trim() === "" || /^\.+$/.test(name.trim()) || name.search(UNSAFE) >= 0 || bytes(name) > MAX_FILENAME_BYTES;

/** Makes any name fit for display and download: the last part of a path, without unsafe characters, with its extension. */
export function safeFilename(name: string | undefined, fallback: string): string {
  const last = name?.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .toWellFormed()
    .replace(UNSAFE, "")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (plain === "") return fallback;
  if (bytes(plain) <= MAX_FILENAME_BYTES) return plain;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? "";
  let stem = [...plain.slice(0, plain.length - extension.length)].slice(0, MAX_FILENAME_BYTES);
  while (bytes(stem.join("") + extension) > MAX_FILENAME_BYTES) stem = stem.slice(0, -1);
  return stem.join("") + extension;
}
