import type { ProjectFile } from "./project-files.ts";

/** A page of which a part is printed from a table of the code. */
export interface PrintedPage {
  readonly path: string;
  /** The table's file. */
  readonly from: string;
  /** For the page's problems: `the lifecycle`. */
  readonly name: string;
  readonly print: () => string;
}

const END = "<!-- The end of what is printed. -->";

/** The page with its printed part as the code is now. */
export function withPrinted({ path, from, name, print }: PrintedPage, page: string): string {
  const begin = `<!-- Printed from ${from} by \`npm run specification -- --write\`. -->`;
  const [before = "", rest] = page.split(begin);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${path} has no place for ${name}, between its two comments`);
  return `${before}${begin}\n\n${print()}\n\n${END}${after}`;
}

/** The page's problems; none while it prints the table as it is. */
export function printedPageProblems(printed: PrintedPage, files: readonly ProjectFile[]): readonly string[] {
  const page = files.find(({ path }) => path === printed.path)?.text;
  const isRight = page !== undefined && page === withPrinted(printed, page);
  return isRight ? [] : [`${printed.path}: out of date; renew it with: npm run specification -- --write`];
}
