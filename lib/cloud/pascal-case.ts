/** Turns `deliver-notification` into `DeliverNotification`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, character: string) => character.toUpperCase());
