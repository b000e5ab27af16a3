import type { ReactNode } from "react";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Marks the cells that name their rows: they become row headers, and card titles on narrow screens. */
  readonly isName?: boolean;
  /** Marks a column of buttons, whose header only assistive technology reads. */
  readonly isActions?: boolean;
}

interface DataTableProps<Row> {
  /** The caption is for assistive technology only. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The table is the whole page, so it has no box around it. */
  readonly isWhole?: boolean;
}

/** Shows a table; on narrow screens each row becomes a card with every value beside its header. */
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
