/** The parts of an address that may be shown beyond the people who set it: the rest of a webhook's address is often a secret. */
export const urlOrigin = (url: string): string => new URL(url).origin;

/** With the port where it is not the scheme's own. */
export const urlHost = (url: string): string => new URL(url).host;
