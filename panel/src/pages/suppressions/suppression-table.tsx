import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Problem } from "../../components/problem.tsx";
import { shownText } from "../../components/shown-text.ts";
import { Time } from "../../components/time.tsx";
import type { DelayedDelete } from "../../components/use-delayed-delete.ts";
import { Response } from "../notifications/response.tsx";
import { REASON_TEXT, type Suppression } from "./suppression.ts";

const COLUMNS: readonly Column<Suppression>[] = [
  { header: "Reason", cell: ({ reason }) => <span className="unbroken">{REASON_TEXT[reason]}</span> },
  { header: "Topic", cell: ({ topic }) => topic && <span className="any-break">{shownText(topic)}</span> },
  {
    header: "Since",
    cell: ({ created_at: at }) => (
      <span className="unbroken">
        <Time at={at} />
      </span>
    ),
  },
  { header: "Led to it", cell: (row) => <Cause suppression={row} /> },
];

/** Links to the mail that led to the suppression, and shows what its server said. */
const Cause = ({ suppression: { notification_id: id, response } }: { readonly suppression: Suppression }) =>
  (id ?? response) && (
    <div className="row wrap">
      {id && (
        <Link className="link" to={`/notifications/${id}`}>
          The notification
        </Link>
      )}
      {response && <Response text={shownText(response)} label="SMTP response" isOpen={false} />}
    </div>
  );

interface SuppressionTableProps {
  readonly rows: readonly Suppression[];
  readonly deletion: DelayedDelete;
  readonly onDelete: (suppression: Suppression) => void;
}

export function SuppressionTable({ rows, deletion, onDelete }: SuppressionTableProps) {
  const recipient: Column<Suppression> = {
    header: "Recipient",
    isName: true,
    cell: ({ id, recipient: address }) => (
      <>
        <bdi className="any-break">{shownText(address)}</bdi>
        {deletion.errorOf(id) != null && <Problem title="Not deleted" error={deletion.errorOf(id)} />}
      </>
    ),
  };
  const actions: Column<Suppression> = {
    header: "Actions",
    isActions: true,
    cell: (row) => (
      <Button
        icon="delete"
        aria-label={`Delete the suppression of ${shownText(row.recipient)}`}
        onClick={() => onDelete(row)}
      />
    ),
  };
  return (
    <DataTable
      caption="Suppressions"
      columns={[recipient, ...COLUMNS, actions]}
      rows={rows}
      keyOf={({ id }) => id}
      isWhole
    />
  );
}
