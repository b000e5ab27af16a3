import { Link } from "wouter";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { fullTime, relativeTime } from "../../explain/times.ts";
import { useNow } from "../../session/use-now.ts";
import { didText, type Entry, fieldsText, pathOf, personText } from "./activity-text.ts";

function RecordCell({ entry }: { readonly entry: Entry }) {
  const path = pathOf(entry);
  const name = entry.record_name ?? entry.record_id ?? "";
  const look = entry.record_name === undefined ? "mono" : undefined;
  return (
    <span className={look}>
      {path && name ? (
        <Link className="link" to={path}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

/** The request id in the tooltip leads to the log lines of the service. */
function When({ entry: { at, request_id } }: { readonly entry: Entry }) {
  const now = useNow();
  return (
    <time className="t3 num" dateTime={at} title={`${fullTime(at)}, request ${request_id}`}>
      {relativeTime(at, now)}
    </time>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { header: "What", isName: true, cell: didText },
  { header: "Record", cell: (entry) => <RecordCell entry={entry} /> },
  { header: "Fields", cell: (entry) => entry.fields && <span className="t2">{fieldsText(entry)}</span> },
  { header: "Who", cell: (entry) => <span title={entry.actor.sub}>{personText(entry)}</span> },
  { header: "When", cell: (entry) => <When entry={entry} /> },
];

export const ActivityTable = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <DataTable caption="Activity" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} isWhole />
);
