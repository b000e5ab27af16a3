/** This file describes as data how the guides are served, by the local stack and by the cloud's CDN. */

export const GUIDES_ROOT = "/docs/guides";

export const GUIDES_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
} as const;

/**
 * Returns the file for an address. The address of a page has no extension, and the address of a folder ends in a slash;
 * other files have their own names.
 */
export function guidesFile(path: string): string {
  if (path.endsWith("/")) return `${path}index.html`;
  return path.slice(path.lastIndexOf("/")).includes(".") ? path : `${path}.html`;
}
