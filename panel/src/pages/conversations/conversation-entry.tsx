import { memo } from "react";
import { Link } from "wouter";
import { shownText } from "../../components/shown-text.ts";
import { fullTime } from "../../explain/times.ts";
import { type Conversation, customerTitle, initialsOf, kindText, phoneText, shortTime } from "./message-text.ts";
import { Tick } from "./tick.tsx";
import { WindowRing } from "./window-ring.tsx";

interface ConversationEntryProps {
  readonly conversation: Conversation;
  /** The filters stay in the link, so that the list beside the conversation does not change. */
  readonly search: string;
  readonly isCurrent: boolean;
  readonly now: number;
}

/** One row of the list shows the customer, the last message, its time and how much of the service window is left. */
export const ConversationEntry = memo(({ conversation, search, isCurrent, now }: ConversationEntryProps) => {
  const { id, customer_name: name, last_message: last, unread, service_window_expires_at: expiresAt } = conversation;
  const at = last?.at ?? conversation.updated_at;
  return (
    <Link
      to={`/conversations/${id}${search && `?${search}`}`}
      className="conv"
      data-unread={unread > 0 || undefined}
      aria-current={isCurrent ? "true" : undefined}
    >
      <span className="face" aria-hidden="true">
        {initialsOf(conversation)}
      </span>
      <span className="col lines">
        <span className="row">
          <span className="name cut grow" dir="auto">
            {customerTitle(conversation)}
          </span>
          {shownText(name) && <span className="vh">{phoneText(conversation)}</span>}
          <WindowRing expiresAt={expiresAt} now={now} />
          <time className="s t3 num" dateTime={at} title={fullTime(at)}>
            {shortTime(at, now)}
          </time>
        </span>
        <span className="row">
          <LastText conversation={conversation} />
          {unread > 0 && (
            <span className="unread">
              {unread}
              <span className="vh"> unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});

/** Shows the text that a search found in an older message, else the last message, with a tick when it is ours. */
function LastText({
  conversation: { last_message: last, matched_text: matched },
}: {
  readonly conversation: Conversation;
}) {
  return (
    <>
      {matched === undefined && last?.status && (
        <span className="t3">
          <Tick state={last.status} />
        </span>
      )}
      <span className="last t3 cut grow" dir="auto">
        {matched ?? (last ? last.text || kindText(last.message_type) : "")}
      </span>
    </>
  );
}
