import { csvHead, csvOf, type Spreadsheet } from "./write-csv.ts";

/** A longer export continues in another file, which bounds what the browser holds at once. */
const MOST_IN_FILE = 100_000;

interface Export<Row> {
  readonly sheet: Spreadsheet<Row>;
  readonly save: (file: Blob, name: string) => void;
  readonly onRows: (count: number) => void;
  /** The most rows of one file. */
  readonly most?: number;
}

const TYPE = "text/csv;charset=utf-8";

/**
 * Writes pages of rows into files. Of the rows only one page is in memory as text: each becomes a blob, which the browser keeps outside the
 * memory of the page.
 */
export async function exportRows<Row>(
  pages: AsyncIterable<readonly Row[]>,
  { sheet, save, onRows, most = MOST_IN_FILE }: Export<Row>,
): Promise<number> {
  const head = csvHead(sheet);
  let parts: (string | Blob)[] = [head];
  let [inFile, count, files] = [0, 0, 0];
  const finish = () => {
    files += 1;
    save(new Blob(parts, { type: TYPE }), files === 1 ? `${sheet.name}.csv` : `${sheet.name}-${files}.csv`);
    parts = [head];
    inFile = 0;
  };
  for await (const rows of pages) {
    parts.push(new Blob([csvOf(sheet, rows)]));
    inFile += rows.length;
    count += rows.length;
    onRows(count);
    if (inFile >= most) finish();
  }
  if (inFile > 0 || files === 0) finish();
  return count;
}
