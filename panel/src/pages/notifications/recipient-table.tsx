import { type Column, DataTable } from "../../components/data-table.tsx";
import { Status } from "../../components/status.tsx";
import type { Mood } from "../../explain/mood.ts";
import type { Timeline } from "../../explain/timeline.ts";

type Recipient = Timeline["recipients"][number];
/** Counted from 0: addresses may be gone, and may repeat. */
type Row = Recipient & { readonly place: number };

const RESULTS: Readonly<Record<Recipient["result"], readonly [label: string, mood: Mood]>> = {
  accepted: ["Accepted", "ok"],
  refused: ["Refused", "bad"],
  deferred: ["Later", "wait"],
};

const COLUMNS: readonly Column<Row>[] = [
  { header: "Recipient", isName: true, cell: ({ address }) => address ?? "no longer stored" },
  {
    header: "Result",
    cell: ({ result }) => <Status mood={RESULTS[result][1]}>{RESULTS[result][0]}</Status>,
  },
  {
    header: "Why",
    cell: ({ explanation }) => explanation?.summary ?? "",
  },
  { header: "Response", cell: ({ code, text }) => text ?? code ?? "" },
];

/** Shown when the recipients did not all fare alike. */
export const RecipientTable = ({ recipients }: { readonly recipients: readonly Recipient[] }) => (
  <section className="stack" aria-labelledby="recipients">
    <h2 id="recipients">Recipients</h2>
    <DataTable
      caption="Recipients"
      columns={COLUMNS}
      rows={recipients.map((recipient, place) => ({ ...recipient, place }))}
      keyOf={({ place }) => String(place)}
    />
  </section>
);
