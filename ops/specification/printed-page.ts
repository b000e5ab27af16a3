import type { ProjectFile } from "./project-files.ts";

/** Describes a page of docs with a part that is printed from a table in the code. */
export interface PrintedPage {
  readonly path: string;
  /** This file of the code has the table. */
  readonly from: string;
  /** Messages call the table by this name, such as `the lifecycle`. */
  readonly name: string;
  readonly print: () => string;
}

const END = "<!-- The end of what is printed. -->";

/** Returns the page with a new printed part. */
export function withPrinted({ path, from, name, print }: PrintedPage, page: string): string {
  const begin = `<!-- Printed from ${from} by \`npm run specification -- --write\`. -->`;
  const [before = "", rest] = page.split(begin);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${path} has no place for ${name}, between its two comments`);
  return `${before}${begin}\n\n${print()}\n\n${END}${after}`;
}

/** Returns a problem if the printed part is out of date. */
export function printedPageProblems(printed: PrintedPage, files: readonly ProjectFile[]): readonly string[] {
  const page = files.find(({ path }) => path === printed.path)?.text;
  const isRight = page !== undefined && page === withPrinted(printed, page);
  return isRight ? [] : [`${printed.path}: out of date; renew it with: npm run specification -- --write`];
}
