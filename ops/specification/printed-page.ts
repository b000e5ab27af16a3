import type { ProjectFile } from "./project-files.ts";

/** A page of docs with a part that is printed from a table in the code. */
export interface PrintedPage {
  readonly path: string;
  /** The file of the code that has the table. */
  readonly from: string;
  /** The name of the table in messages, such as `the lifecycle`. */
  readonly name: string;
  readonly print: () => string;
}

const END = "<!-- The end of what is printed. -->";

/** Returns the page with its printed part renewed. */
export function withPrinted({ path, from, name, print }: PrintedPage, page: string): string {
  const begin = `<!-- Printed from ${from} by \`npm run specification -- --write\`. -->`;
  const [before = "", rest] = page.split(begin);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${path} has no place for ${name}, between its two comments`);
  return `${before}${begin}\n\n${print()}\n\n${END}${after}`;
}

/** Returns the problem that the printed part is out of date, if it is. */
export function printedPageProblems(printed: PrintedPage, files: readonly ProjectFile[]): readonly string[] {
  const page = files.find(({ path }) => path === printed.path)?.text;
  const isRight = page !== undefined && page === withPrinted(printed, page);
  return isRight ? [] : [`${printed.path}: out of date; renew it with: npm run specification -- --write`];
}
