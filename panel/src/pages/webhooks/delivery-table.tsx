import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { EventById } from "../events/event-dialog.tsx";
import { DeliveryAnswer } from "./delivery-answer.tsx";
import { DELIVERY_TEXT, tookText, type WebhookDelivery } from "./webhook-draft.ts";

const Unbroken = ({ children }: { readonly children: ReactNode }) => <span className="unbroken">{children}</span>;

/** Many rows have the same type, so the subject of the event and its id tell them apart. A click shows the body of the request. */
function DeliveredEvent({ delivery: { type, about, event_id } }: { readonly delivery: WebhookDelivery }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="col">
      <button type="button" className="link" aria-label={`Show what was sent: ${type}`} onClick={() => setIsOpen(true)}>
        <Unbroken>{type}</Unbroken>
      </button>
      {about && <bdi className="s t2 wrap">{about}</bdi>}
      <span className="s t3 mono wrap">{event_id}</span>
      {isOpen && <EventById id={event_id} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    header: "When",
    isName: true,
    cell: ({ at }) => (
      <Unbroken>
        <Time at={at} />
      </Unbroken>
    ),
  },
  {
    header: "Status",
    cell: ({ status }) => <Status tone={DELIVERY_TEXT[status][1]}>{DELIVERY_TEXT[status][0]}</Status>,
  },
  { header: "Event", cell: (delivery) => <DeliveredEvent delivery={delivery} /> },
  { header: "Answer", cell: (delivery) => <DeliveryAnswer delivery={delivery} /> },
  {
    header: "Took",
    cell: ({ duration_ms }) => <Unbroken>{duration_ms === undefined ? "–" : tookText(duration_ms)}</Unbroken>,
  },
];

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** True while one of the events is being sent again. */
  readonly isBusy: boolean;
  readonly onRetry: (eventId: string) => void;
}

export const DeliveryTable = ({ deliveries, isBusy, onRetry }: DeliveryTableProps) => (
  <DataTable
    caption="Deliveries"
    columns={[
      ...COLUMNS,
      {
        header: "Actions",
        isActions: true,
        cell: ({ event_id, type, about }) => (
          <Button
            isSmall
            isBusy={isBusy}
            aria-label={`Send ${type} again`}
            title={about}
            onClick={() => onRetry(event_id)}
          >
            Send again
          </Button>
        ),
      },
    ]}
    rows={deliveries}
    keyOf={({ event_id, at, status }) => `${event_id} ${at} ${status}`}
  />
);
