/**
 * JSON may hold these two characters unescaped, but SQS takes only the characters of XML 1.0, which exclude them. JSON
 * itself escapes all other characters that XML 1.0 excludes.
 */
const REFUSED = /[\uFFFE\uFFFF]/g;

/** Writes a message as JSON that SQS takes, whatever texts it holds. */
export const messageBody = (message: object): string =>
  JSON.stringify(message).replace(REFUSED, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
