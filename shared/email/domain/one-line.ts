/** A header is one line, whatever was rendered into it (D18a). */
export const foldToOneLine = (text: string): string => text.replace(/[\r\n\u0085\u2028\u2029]+/g, " ");
