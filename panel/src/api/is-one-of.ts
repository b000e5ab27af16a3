/** Says whether a text is one of the known values. */
export const isOneOf = <T extends string>(known: readonly T[], word: string | null | undefined): word is T =>
  known.some((one) => one === word);
