/** JSON may hold these as they are; SQS takes the characters of XML 1.0, which lack them. All others that those lack, JSON escapes itself. */
const REFUSED = /[\uFFFE\uFFFF]/g;

/** A message as JSON that SQS takes, whatever texts are in it. */
export const messageBody = (message: object): string =>
  JSON.stringify(message).replace(REFUSED, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
