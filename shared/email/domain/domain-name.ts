/** A label of a domain name has letters, digits and inner hyphens, and at most 63 octets (RFC 1035). */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_NAME_OCTETS = 253;

/** Characters that a URL parser would not read as part of a host, or would drop silently, such as control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NOT_A_HOST = /[\s\u0000-\u001f\u007f/\\?#@:[\]%<>^|]/;

/** Gives the IDNA ASCII form in lower case (UTS 46, by the platform's URL parser); undefined when the text is no host name. */
export function domainToAscii(name: string): string | undefined {
  if (name === "" || NOT_A_HOST.test(name)) return undefined;
  // A last label of digits stays as it is, because the URL parser would read the name as an IPv4 address.
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
