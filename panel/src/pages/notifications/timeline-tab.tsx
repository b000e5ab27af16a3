import { type Timeline, timelineEntries } from "../../explain/timeline.ts";
import { comingEntry } from "./coming.ts";
import { type Described, isOver } from "./outcome.ts";
import { RecipientList } from "./recipient-list.tsx";
import { TimelineStep } from "./timeline-step.tsx";

interface TimelineTabProps {
  readonly one: Described;
  readonly timeline: Timeline;
  readonly onOtherAddress: () => void;
}

/** All that happened and why, the newest first, below what comes next. */
export function TimelineTab({ one, timeline, onOtherAddress }: TimelineTabProps) {
  const next = comingEntry(one, Date.now());
  const past = timelineEntries(timeline, senderText(one))
    .map((entry, place) => ({ entry, place }))
    .reverse();
  // An old cause needs nothing any more.
  const needing = isDelivered(one) ? undefined : past.find(({ entry }) => entry.todo)?.place;
  const canRedirect = one.channel === "email" && isOver(one) && one.content_kept;
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
            onOtherAddress={canRedirect ? onOtherAddress : undefined}
          />
        ))}
      </ol>
    </>
  );
}

const isDelivered = ({ status, outcome }: Described): boolean =>
  status === "sent" && outcome.delivered === outcome.total;

function senderText({ request, resent_from: first }: Described): string | undefined {
  const by = request?.key ? `With API key ${request.key.name}` : request?.person && `By ${request.person}`;
  return first ? `${by ?? "By its sender"}, sent again` : by;
}
