const OFFICE = "application/vnd.openxmlformats-officedocument";

const ascii = (head: Uint8Array, from: number, to: number): string => String.fromCharCode(...head.subarray(from, to));

const startsWith =
  (...bytes: number[]) =>
  (head: Uint8Array): boolean =>
    bytes.every((byte, index) => head[index] === byte);
const startsWithText =
  (text: string) =>
  (head: Uint8Array): boolean =>
    ascii(head, 0, text.length) === text;

/** Recognises ISO base media files. The brand tells the family of formats but not whether the file contains video. */
function isoMedia(head: Uint8Array): readonly string[] {
  if (ascii(head, 4, 8) !== "ftyp") return [];
  const brand = ascii(head, 8, 12);
  if (/^3g/.test(brand)) return ["video/3gpp"];
  if (/^M4[AB]/.test(brand)) return ["audio/mp4"];
  return /^(?:iso[m2-9]|mp4[12]|avc1|M4V |MSNV|dash|iso|f4v )/i.test(brand) ? ["video/mp4", "audio/mp4"] : [];
}

/** Recognises office documents, which are zip files; the name of the main folder tells the program. */
function officeZip(head: Uint8Array): readonly string[] {
  if (!startsWith(0x50, 0x4b, 0x03, 0x04)(head)) return [];
  const names = new TextDecoder("latin1").decode(head);
  if (names.includes("word/")) return [`${OFFICE}.wordprocessingml.document`];
  if (names.includes("xl/")) return [`${OFFICE}.spreadsheetml.sheet`];
  if (names.includes("ppt/")) return [`${OFFICE}.presentationml.presentation`];
  if (!names.includes("[Content_Types].xml")) return [];
  return ["wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation"].map(
    (one) => `${OFFICE}.${one}`,
  );
}

/** Recognises UTF-8 text without control characters. The end of `head` may cut the last character. */
function plainText(head: Uint8Array): readonly string[] {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
    return head.length > 0 && !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? ["text/plain"] : [];
  } catch {
    return [];
  }
}

type Signature = readonly [(head: Uint8Array) => boolean, readonly string[]];

const SIGNATURES: readonly Signature[] = [
  [startsWith(0xff, 0xd8, 0xff), ["image/jpeg"]],
  [startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ["image/png"]],
  [(head) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP", ["image/webp"]],
  [startsWithText("OggS"), ["audio/ogg"]],
  [startsWithText("#!AMR"), ["audio/amr"]],
  [startsWithText("ID3"), ["audio/mpeg"]],
  // An MPEG audio frame begins with eleven set bits, followed by the version and the layer. Layer 0 is AAC in ADTS.
  [(head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0, ["audio/aac"]],
  [(head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2, ["audio/mpeg"]],
  [startsWithText("%PDF-"), ["application/pdf"]],
  [
    startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    ["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"],
  ],
];

/**
 * Returns the media types that the first bytes of a file allow, with the likeliest first; empty when they are unknown.
 */
export function contentCandidates(head: Uint8Array): readonly string[] {
  const found = SIGNATURES.find(([matches]) => matches(head));
  if (found !== undefined) return found[1];
  const container = [...isoMedia(head), ...officeZip(head)];
  return container.length > 0 ? container : plainText(head);
}
