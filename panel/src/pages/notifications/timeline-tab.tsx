import { Link } from "wouter";
import { type Timeline, type TimelineEntry, timelineEntries } from "../../explain/timeline.ts";
import { useNow } from "../../session/use-now.ts";
import { nextStepEntry } from "./next-step-entry.ts";
import { type Described, isOver } from "./outcome.ts";
import { RecipientList } from "./recipient-list.tsx";
import { TimelineStep } from "./timeline-step.tsx";

interface TimelineTabProps {
  readonly one: Described;
  readonly timeline: Timeline;
  readonly onOtherAddress: () => void;
}

/** Lists all events with their reasons, the newest first, below the next step. */
export function TimelineTab({ one, timeline, onOtherAddress }: TimelineTabProps) {
  const next = nextStepEntry(one, useNow());
  const past = timelineEntries(timeline, senderText(one))
    .map((entry, place) => ({ entry, place }))
    .reverse();
  // Once the mail is delivered, an older cause needs no remedy any more.
  const needing = isDelivered(one) ? undefined : past.find(({ entry }) => entry.todo)?.place;
  return (
    <>
      <RecipientList one={one} timeline={timeline} />
      <ol aria-label="Timeline">
        {next && <TimelineStep entry={next} />}
        {past.map(({ entry, place }) => (
          <TimelineStep
            key={place}
            entry={entry}
            channel={one.channel}
            isToDo={place === needing}
            way={<Way one={one} entry={entry} onOtherAddress={onOtherAddress} />}
          />
        ))}
      </ol>
    </>
  );
}

interface WayProps extends Pick<TimelineTabProps, "one" | "onOtherAddress"> {
  readonly entry: TimelineEntry;
}

/** Links to the place where the cause can be removed. */
function Way({ one, entry: { cure }, onOtherAddress }: WayProps) {
  const { channel, account, content_kept: isKept } = one;
  if (channel !== "email") return null;
  if (cure === "account" && account)
    return (
      <p>
        <Link className="link" to={`/sending-accounts/${account.id}`}>
          Open the sending account {account.name}
        </Link>
        {isOver(one) && isKept && <span className="t2">, and then send it again.</span>}
      </p>
    );
  if (cure !== "address" || !isOver(one) || !isKept) return null;
  return (
    <button type="button" className="link as-text" onClick={onOtherAddress}>
      Send it again to another address
    </button>
  );
}

const isDelivered = ({ status, outcome }: Described): boolean =>
  status === "sent" && outcome.delivered === outcome.total;

function senderText({ request, resent_from: first }: Described): string | undefined {
  const by = request?.key ? `With API key ${request.key.name}` : request?.person && `By ${request.person}`;
  return first ? `${by ?? "By its sender"}, sent again` : by;
}
