const PREFIX = "whsec_";

type Bytes = Uint8Array<ArrayBuffer>;

function fromBase64(text: string): Bytes {
  const characters = atob(text);
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

function keyOf(secret: string): Bytes {
  try {
    const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (key.length > 0) return key;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  // The message never quotes the secret.
  throw new TypeError("a webhook's secret is whsec_ and base64");
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** Signs as Standard Webhooks prescribes; the result is `v1,` and base64. */
export async function signatureOf(content: Bytes, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", keyOf(secret), HMAC, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign(HMAC, key, content));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/** Compares in a time that depends only on the lengths, which are no secret. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
