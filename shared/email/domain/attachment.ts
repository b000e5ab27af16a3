export interface EmailAttachment {
  readonly filename: string;
  /** `contentType` is a media type, with or without parameters. When it is absent, the content and the name tell the type. */
  readonly contentType?: string | undefined;
  /** The html body shows the file at `cid:` and this id, which has no angle brackets. */
  readonly contentId?: string | undefined;
  readonly sizeBytes: number;
  readonly source: AttachmentSource;
}

/** A file that came with the request is in base64; any other file is in the object with this key. */
export type AttachmentSource = { readonly base64: string } | { readonly key: string };

/** Common file systems take file names of at most this many bytes. */
export const MAX_FILENAME_BYTES = 255;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** Says why a text is no file name, as a phrase that follows the field's name. */
export function filenameProblem(name: string): string | undefined {
  if (name.trim() === "") return "must not be empty";
  // UTF-8 has no half surrogate pair, so neither the bucket nor a mail could carry it.
  if (!name.isWellFormed()) return "must be Unicode text";
  if (CONTROL_CHARACTER.test(name)) return "must not contain line breaks or control characters";
  if (/[/\\]/.test(name) || /^\s*\.+\s*$/.test(name)) return "must be a plain file name, without a path";
  if (bytes(name) > MAX_FILENAME_BYTES) return `must have at most ${MAX_FILENAME_BYTES} bytes`;
  return undefined;
}

const TOKEN = "[A-Za-z0-9!#$&^_.+-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[ !#-\\[\\]-~]*"))*$`);
const MAX_TYPE_CHARACTERS = 200;
/** A file cannot be `multipart` or `message`, which base64 may not wrap (RFC 2046 section 5.2.1), or have parameters that we write ourselves. */
const NOT_OF_A_FILE = /^(?:multipart|message)\/|;\s*(?:boundary|(?:file)?name)\s*=/i;

/** True for a media type by RFC 2045 section 5.1, with names by RFC 6838 section 4.2. */
export const isMediaType = (text: string): boolean =>
  text.length <= MAX_TYPE_CHARACTERS && MEDIA_TYPE.test(text) && !NOT_OF_A_FILE.test(text);

const CONTENT_ID = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.@]{1,200}$/;

/** True for a text that may stand in the brackets of a message id (RFC 2045 section 7, RFC 2392); an at sign is not required. */
export const isContentId = (text: string): boolean => CONTENT_ID.test(text);

/** True for base64 with padding, in a single line and in its canonical spelling (RFC 4648 section 4). */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return false;
  if (text.endsWith("==")) return /[AQgw]==$/.test(text);
  return !text.endsWith("=") || /[AEIMQUYcgkosw048]=$/.test(text);
}

/** Counts the bytes of a file that is in base64. */
export function decodedSize(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : Number(base64.endsWith("="));
  return (base64.length / 4) * 3 - padding;
}
