/** Customers and servers choose some texts, so characters that could control the terminal are replaced. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a text that a terminal shows on one line. */
export const shownText = (text: string): string => text.replace(UNSEEN, "?");
