import type { ReactNode } from "react";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Names the row: its cell is a row header, and the title of the card on narrow screens. */
  readonly isName?: boolean;
  /** Buttons: the header is for assistive technology only. */
  readonly isActions?: boolean;
}

interface DataTableProps<Row> {
  /** Said to assistive technology. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** It is the page: no box around it. */
  readonly isWhole?: boolean;
}

/** A table; on narrow screens each row is a card and every value stands beside its header. */
export const DataTable = <Row,>({ caption, columns, rows, keyOf, isWhole = false }: DataTableProps<Row>) => (
  <div className={isWhole ? undefined : "box"}>
    <table className={isWhole ? "tbl data" : "tbl in data"}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, isActions }) => (
            <th key={header} scope="col">
              {isActions ? <span className="vh">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { header, cell, isName, isActions } = column;
  if (isName) return <th scope="row">{cell(row)}</th>;
  return isActions ? <td className="row-actions">{cell(row)}</td> : <td data-label={header}>{cell(row)}</td>;
}
