const PARTS = 3;
const BASE64URL = /^[\w-]*$/;

/** Tells whether the text has the form of a JWT (RFC 7519, section 3), whatever its signature and times (D54). */
export function isWellFormedAccessToken(text: string): boolean {
  const parts = text.split(".", PARTS + 1);
  return parts.length === PARTS && parts.every((part) => BASE64URL.test(part)) && parts.slice(0, 2).every(isJsonObject);
}

function isJsonObject(part: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
