/** The largest size of a provider's message that is kept (L-last-error). */
export const MAX_PROVIDER_MESSAGE_BYTES = 4_096;

/** Shorter secrets are not hidden, because that would hide parts of ordinary words and so reveal the secret. */
const MIN_SECRET_LENGTH = 3;
const HIDDEN = "[hidden]";
const AUTH_COMMAND = /\bAUTH[ \t]+(PLAIN|LOGIN|CRAM-MD5|XOAUTH2|OAUTHBEARER)[ \t]+([A-Za-z0-9+/=_-]{8,})/gi;

export interface Credentials {
  readonly username?: string | undefined;
  readonly secret: string;
}

/** Hides the argument of an AUTH command; in a text such as "AUTH LOGIN required" nothing is hidden. */
const hideAuthArgument = (command: string, method: string, argument: string) =>
  /[0-9A-Z=+/]/.test(argument) ? `AUTH ${method} ${HIDDEN}` : command;

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

/**
 * Lists every form in which the other side may echo the credentials. The longest come first, so that no part of them
 * remains.
 */
function formsOf({ username, secret }: Credentials): readonly string[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const user = username ?? "";
  const plain = [secret, `\0${user}\0${secret}`, `${user}\0${user}\0${secret}`, `${user}:${secret}`];
  const encoded = plain.map(base64);
  const forms = [
    ...plain,
    ...encoded,
    ...encoded.map((text) => text.replace(/=+$/, "")),
    ...encoded.map((text) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")),
    encodeURIComponent(secret.replace(/\p{Cs}/gu, "")),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH).sort((a, b) => b.length - a.length);
}

/**
 * A text that was cut may end in the middle of a credential. A beginning of at least this many characters is hidden
 * too.
 */
const MIN_PART_LENGTH = 6;

function hideCutForm(message: string, form: string): string {
  for (let length = form.length - 1; length >= MIN_PART_LENGTH; length -= 1) {
    if (message.endsWith(form.slice(0, length))) return message.slice(0, -length) + HIDDEN;
  }
  return message;
}

/** Returns the longest beginning of a text that fits into a number of bytes of UTF-8, cut between characters. */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Bytes of the form 10xxxxxx lie inside a character (RFC 3629).
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}

/**
 * Makes the other side's message safe to show: without credentials in any usual form, without control characters, and
 * at most 4096 bytes long.
 */
export function providerMessage(text: string, credentials: Credentials): string {
  const forms = formsOf(credentials);
  let message = text;
  for (const form of forms) message = message.replaceAll(form, HIDDEN);
  for (const form of forms) message = hideCutForm(message, form);
  message = message.replace(AUTH_COMMAND, hideAuthArgument);
  // Spaces replace control characters except tab and line feed, and unpaired surrogates, which UTF-8 cannot encode.
  message = message.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]|\p{Cs}/gu, " ");
  return cutToBytes(message.trim(), MAX_PROVIDER_MESSAGE_BYTES);
}
