/** `deliver-notification` -> `DeliverNotification`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, character: string) => character.toUpperCase());
