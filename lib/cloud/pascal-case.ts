/** `deliver-notification` -> `DeliverNotification`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
