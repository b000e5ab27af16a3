/** A label has letters, digits and inner hyphens; 63 octets each, 253 in all (RFC 1035). */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_NAME_OCTETS = 253;

/** A URL parser would read these as something other than a host, or drop them silently (as it does with control characters). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NOT_A_HOST = /[\s\u0000-\u001f\u007f/\\?#@:[\]%<>^|]/;

/** It gives the IDNA ASCII form in lower case (UTS 46, by the platform's URL parser); undefined when the text is no host name. */
export function domainToAscii(name: string): string | undefined {
  if (name === "" || NOT_A_HOST.test(name)) return undefined;
  // The URL parser would read a last label of digits as an IPv4 address.
  if (/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(name)) return name.toLowerCase();
  const url = URL.parse(`http://${name}`);
  return url === null || url.hostname === "" ? undefined : url.hostname;
}

export function isDnsName(ascii: string): boolean {
  const labels = ascii.split(".");
  return (
    ascii.length <= MAX_NAME_OCTETS && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** A bare domain has at least two labels; the domain lists of a sending account hold such names. */
export function isBareDomain(name: string): boolean {
  const ascii = domainToAscii(name);
  return ascii !== undefined && isDnsName(ascii) && ascii.includes(".");
}
