/** Whether a word from outside is among those that are known. */
export const isOneOf = <T extends string>(known: readonly T[], word: string | null | undefined): word is T =>
  known.some((one) => one === word);
