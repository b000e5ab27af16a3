/** The content bucket has the sources of large mails of test mode below this prefix. */
export const SOURCES_PREFIX = "sandbox/";
