/** The content bucket has the sources of large mails below this prefix. */
export const SOURCES_PREFIX = "sandbox/";
