/**
 * The part of a URL that may be shown to other people than those who set it; the rest of a webhook's URL is often a
 * secret.
 */
export const urlOrigin = (url: string): string => new URL(url).origin;

/** Includes the port unless it is the scheme's default. */
export const urlHost = (url: string): string => new URL(url).host;
