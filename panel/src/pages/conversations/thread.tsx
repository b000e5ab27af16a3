import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Loading } from "../../components/loading.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { useNow } from "../../session/use-now.ts";
import { MessageBubble, OutboxBubble } from "./message-bubble.tsx";
import { MessageStretch } from "./message-stretch.tsx";
import { type Conversation, customerTitle, dayText, type Message } from "./message-text.ts";
import { stretchesOf } from "./stretches.ts";
import { useHeldPlace } from "./use-held-place.ts";
import type { History } from "./use-history.ts";
import type { Outbox } from "./use-outbox.ts";

/** Beyond this distance from the end, a button leads back to it. */
const AWAY_PX = 300;
const isAwayFromEnd = ({ scrollTop }: HTMLElement): boolean => -scrollTop > AWAY_PX;

interface ThreadProps {
  readonly conversation: Conversation;
  readonly history: History;
  readonly outbox: Outbox;
  /** `Thread` sets this reference to a function that scrolls to the newest message. */
  readonly end: RefObject<(() => void) | undefined>;
}

/**
 * Lists the messages, oldest first. The layout starts at the end, so the newest message stays in sight while pictures load, until the
 * reader scrolls up.
 */
export function Thread({ conversation, history, outbox, end }: ThreadProps) {
  const frame = useRef<HTMLElement>(null);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    // The list is laid out from its end, so the position 0 is the end.
    end.current = () => frame.current?.scrollTo({ top: 0 });
  }, [end]);
  const { newest, messages } = history;
  useHeldPlace(frame, messages, isAwayFromEnd);
  return (
    <>
      <section
        ref={frame}
        className="thread"
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => setIsAway(isAwayFromEnd(currentTarget))}
      >
        <div>
          <Older history={history} frame={frame} />
          <Messages {...{ frame, messages }} customer={customerTitle(conversation)} conversationId={conversation.id} />
          {outbox.replies.length > 0 && (
            <ol>
              {outbox.replies.map((reply) => (
                <OutboxBubble key={reply.key} reply={reply} outbox={outbox} />
              ))}
            </ol>
          )}
        </div>
        {newest.isPending && <Loading what="the messages" />}
        <QueryProblem query={newest} title="Could not load the messages" />
      </section>
      {isAway && (
        <div className="to-end">
          <Button isSmall icon="down" onClick={() => end.current?.()}>
            To the newest
          </Button>
        </div>
      )}
    </>
  );
}

interface MessagesProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly messages: readonly Message[];
  readonly customer: string;
  readonly conversationId: string;
}

function Messages({ frame, messages, customer, conversationId }: MessagesProps) {
  const start = useRef(messages[0]?.id);
  // A history that has restarted no longer contains the first message that was known, so its own first message replaces that.
  if (!messages.some(({ id }) => id === start.current)) start.current = messages[0]?.id;
  const now = useNow();
  return stretchesOf(messages, start.current).map(({ key, from, messages: some }) => (
    <MessageStretch key={key} frame={frame}>
      {() =>
        some.map((message, i) => {
          const before = messages[from + i - 1];
          const day = dayText(message.occurred_at, now);
          return (
            <Fragment key={message.id}>
              {(before === undefined || dayText(before.occurred_at, now) !== day) && (
                <li className="day">
                  <span>{day}</span>
                </li>
              )}
              <MessageBubble
                {...{ message, customer, conversationId }}
                isFirst={before?.direction !== message.direction}
                position={from + i + 1}
                count={messages.length}
              />
            </Fragment>
          );
        })
      }
    </MessageStretch>
  ));
}

interface OlderProps {
  readonly history: History;
  readonly frame: RefObject<HTMLElement | null>;
}

/** Loads older messages when the top of the list comes into sight. */
function Older({ history: { messages, hasOlder, isFetchingOlder, olderError, fetchOlder }, frame }: OlderProps) {
  const place = useRef<HTMLDivElement>(null);
  const mayFetch = hasOlder && olderError === null;
  const oldest = messages[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the top may still be in sight, so it is observed again
  useEffect(() => {
    if (!mayFetch || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchOlder();
      },
      { root: frame.current, rootMargin: "400px 0px 0px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [mayFetch, fetchOlder, frame, oldest]);
  if (!hasOlder) return null;
  return (
    <div ref={place} className="more">
      {olderError && <Problem title="Could not load older messages" error={olderError} />}
      <Button isSmall isBusy={isFetchingOlder} onClick={fetchOlder}>
        Load older ones
      </Button>
    </div>
  );
}
