import type { ReceivedFile } from "./received-mail.ts";

/** Mails are nested three or four deep. */
const DEEPEST = 10;
/** `name="value"` or `name=value` of a header. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;
/** One piece of an encoded text, as RFC 2047 describes it. */
const ENCODED_WORD = /=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi;

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Returns the files of a mail's source, as a mailbox lists them. Parts that are texts of the mail are none. */
export const filesIn = (source: string): readonly ReceivedFile[] =>
  leavesOf(partOf(source.replaceAll("\r\n", "\n")), 0)
    .filter(isFile)
    .map(fileOf);

function partOf(text: string): Part {
  const end = text.startsWith("\n") ? 0 : text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end);
  const lines = head.replaceAll(/\n[ \t]+/g, " ").split("\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: end < 0 ? "" : text.slice(end).replace(/^\n{1,2}/, "") };
}

function leavesOf(part: Part, depth: number): readonly Part[] {
  const type = part.headers.get("content-type") ?? "";
  const boundary = parametersOf(type).get("boundary");
  if (!/^multipart\//i.test(type) || !boundary || depth === DEEPEST) return [part];
  const [, ...pieces] = `\n${part.body}`.split(`\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith("--"))
    .flatMap((piece) => leavesOf(partOf(piece.replace(/^[ \t]*\n/, "")), depth + 1));
}

const isFile = ({ headers }: Part): boolean =>
  headers.has("content-disposition") || !/^(?:text\/(?:plain|html)|$)/i.test(headers.get("content-type") ?? "");

function fileOf({ headers, body }: Part, index: number): ReceivedFile {
  const type = headers.get("content-type") ?? "text/plain";
  const disposition = headers.get("content-disposition") ?? "";
  const id = headers.get("content-id");
  const filename = parametersOf(disposition).get("filename") ?? parametersOf(type).get("name");
  return {
    filename: filename || `attachment-${index + 1}`,
    content_type: (type.split(";", 1)[0] ?? "").trim().toLowerCase(),
    size: sizeOf(body, (headers.get("content-transfer-encoding") ?? "").toLowerCase()),
    inline: /^inline/i.test(disposition),
    ...(id !== undefined && { content_id: id.replaceAll(/^<|>$/g, "") }),
  };
}

/** Reads the parameters of a header. Pieces such as `filename*0*` become one value, as RFC 2231 describes it. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, given = "", quoted, bare = ""] of header.matchAll(PARAMETER)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
    const [name = "", ...marks] = given.toLowerCase().split("*");
    const isEncoded = marks.at(-1) === "";
    const text = isEncoded ? decodedUri(value.replace(/^[\w-]*'[\w-]*'/, "")) : decodedWords(value);
    values.set(name, (marks.length > 0 && /^[1-9]/.test(marks[0] ?? "") ? (values.get(name) ?? "") : "") + text);
  }
  return values;
}

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(ENCODED_WORD, (_all, charset: string, form: string, coded: string) => {
      const bytes = /b/i.test(form) ? atob(coded) : bytesOfQuoted(coded.replaceAll("_", " "));
      return new TextDecoder(charset).decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
    });

const bytesOfQuoted = (text: string): string =>
  text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function sizeOf(body: string, encoding: string): number {
  if (encoding === "base64") {
    const characters = body.replaceAll(/[^A-Za-z0-9+/]/g, "").length;
    return Math.floor((characters * 3) / 4);
  }
  const text = encoding === "quoted-printable" ? bytesOfQuoted(body.replaceAll("=\n", "")) : body;
  return encoding === "quoted-printable" ? text.length : new TextEncoder().encode(text).length;
}
