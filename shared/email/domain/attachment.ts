/** One file of an accepted mail. */
export interface EmailAttachment {
  readonly filename: string;
  /** A media type, with parameters or without; found by content and name when it is absent. */
  readonly contentType?: string | undefined;
  /** Without angle brackets; the html body shows the file at `cid:` and this. */
  readonly contentId?: string | undefined;
  readonly sizeBytes: number;
  readonly source: AttachmentSource;
}

/** Base64 of a file that came with the request, or the key of an object. */
export type AttachmentSource = { readonly base64: string } | { readonly key: string };

/** The longest name that common file systems take. */
export const MAX_FILENAME_BYTES = 255;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** Why a text is no file name, in words that follow the name of its field. */
export function filenameProblem(name: string): string | undefined {
  if (name.trim() === "") return "must not be empty";
  // Half a surrogate pair, which no UTF-8 holds: neither the bucket nor a mail could carry it.
  if (!name.isWellFormed()) return "must be Unicode text";
  if (CONTROL_CHARACTER.test(name)) return "must not contain line breaks or control characters";
  if (/[/\\]/.test(name) || /^\s*\.+\s*$/.test(name)) return "must be a plain file name, without a path";
  if (bytes(name) > MAX_FILENAME_BYTES) return `must have at most ${MAX_FILENAME_BYTES} bytes`;
  return undefined;
}

const TOKEN = "[A-Za-z0-9!#$&^_.+-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[ !#-\\[\\]-~]*"))*$`);
const MAX_TYPE_CHARACTERS = 200;
/** The first two would be parts that hold parts, which base64 may not wrap (RFC 2046 section 5.2.1); the message says the others itself. */
const NOT_OF_A_FILE = /^(?:multipart|message)\/|;\s*(?:boundary|(?:file)?name)\s*=/i;

/** RFC 2045 section 5.1, with the characters that RFC 6838 section 4.2 allows in names of types. */
export const isMediaType = (text: string): boolean =>
  text.length <= MAX_TYPE_CHARACTERS && MEDIA_TYPE.test(text) && !NOT_OF_A_FILE.test(text);

const CONTENT_ID = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.@]{1,200}$/;

/** The inside of a message id (RFC 2045 section 7, RFC 2392), an at sign not asked for. */
export const isContentId = (text: string): boolean => CONTENT_ID.test(text);

/** RFC 4648 section 4: padded, on one line, and written in its one canonical way. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return false;
  if (text.endsWith("==")) return /[AQgw]==$/.test(text);
  return !text.endsWith("=") || /[AEIMQUYcgkosw048]=$/.test(text);
}

/** In bytes, of a file in base64. */
export function decodedSize(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : Number(base64.endsWith("="));
  return (base64.length / 4) * 3 - padding;
}
