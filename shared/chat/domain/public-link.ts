const MAX_LINK_CHARACTERS = 2048;
const INNER_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|home\.arpa|lan)$/;
/** These networks are private or reserved for special uses (RFC 6890). */
const INNER_IPV4 =
  /^(?:0|10|127|22[4-9]|2[34]\d|25[0-5])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:168|0\.0)\.|^198\.1[89]\./;
/** Only addresses in 2000::/3 are public. Those in 2002::/16 are refused, because they can contain a private IPv4 address. */
const GLOBAL_IPV6 = /^\[(?!2002:)[23][\da-f]{3}:/;

function isPublicHost(host: string): boolean {
  if (host.startsWith("[")) return GLOBAL_IPV6.test(host);
  return host.includes(".") && !INNER_IPV4.test(host) && !INNER_NAME.test(host.replace(/\.$/, ""));
}

/** The platform downloads without credentials, so the link needs https, a public host and no user name. */
export function isPublicHttpsUrl(link: string): boolean {
  const url = link.length > MAX_LINK_CHARACTERS || /\s/.test(link) ? null : URL.parse(link);
  if (url === null || url.protocol !== "https:" || !/^https:\/\//i.test(link)) return false;
  return url.username === "" && url.password === "" && isPublicHost(url.hostname);
}
