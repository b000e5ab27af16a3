import { useState } from "react";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Time } from "../../components/time.tsx";
import { subjectOf } from "../../explain/event-types.ts";
import { EventDialog, type ShownEvent } from "./event-dialog.tsx";

const MORE: readonly Column<ShownEvent>[] = [
  { header: "When", cell: ({ timestamp }) => <Time at={timestamp} /> },
  { header: "About", cell: ({ data }) => <span className="cut">{subjectOf(data)}</span> },
];

export function EventTable({ events }: { readonly events: readonly ShownEvent[] }) {
  const [opened, setOpened] = useState<ShownEvent>();
  const type: Column<ShownEvent> = {
    header: "Type",
    isName: true,
    cell: (event) => (
      <button type="button" className="link" aria-label={`Open ${event.type}`} onClick={() => setOpened(event)}>
        {event.type}
      </button>
    ),
  };
  return (
    <>
      <DataTable caption="Events" columns={[type, ...MORE]} rows={distinct(events)} keyOf={({ id }) => id} isWhole />
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The feed may contain an event twice, with the same id. */
const distinct = (events: readonly ShownEvent[]): readonly ShownEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];
