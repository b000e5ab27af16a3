import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { MessageMedia } from "./message-media.tsx";
import { type Message, mediaTypeOf, messageText, notificationOf, statusText } from "./message-text.ts";

/** New messages appear by themselves. */
const REFRESH_MS = 2000;

export function useHistory(id: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["conversation-history", id],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/{id}/messages", { params: { path: { id } } })),
    refetchInterval: pollEvery(REFRESH_MS),
    staleTime: 0,
  });
}

/** Oldest first, as people read. Its end is in sight until one scrolls up, however late pictures get their size, and again when a message is added. */
export function Thread({ id, history }: { readonly id: string; readonly history: ReturnType<typeof useHistory> }) {
  const newest = history.data?.messages[0]?.id;
  const thread = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the newest message that moves the view
  useEffect(() => {
    // It is laid out from its end, where it is scrolled by nothing.
    thread.current?.scrollTo({ top: 0 });
  }, [newest]);
  return (
    <QueryView query={history} what="the messages">
      {({ messages }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section ref={thread} className="thread" aria-label="Messages" tabIndex={0}>
          <ol aria-live="polite">
            {messages.toReversed().map((message) => (
              <Bubble key={message.id} conversationId={id} message={message} />
            ))}
          </ol>
        </section>
      )}
    </QueryView>
  );
}

interface BubbleProps {
  readonly conversationId: string;
  readonly message: Message;
}

function Bubble({ conversationId, message }: BubbleProps) {
  const text = messageText(message);
  return (
    <li className={`bubble ${message.direction}`}>
      <span className="vh">{message.direction === "inbound" ? "The customer:" : "We:"}</span>
      {mediaTypeOf(message) && <MessageMedia conversationId={conversationId} message={message} />}
      {text && <p className="message-text">{text}</p>}
      <p className="message-foot">
        <Time at={message.occurred_at} />
        {message.direction === "outbound" && <Progress message={message} />}
      </p>
    </li>
  );
}

function Progress({ message }: { readonly message: Message }) {
  const text = statusText(message);
  const notificationId = notificationOf(message);
  return notificationId && text ? <Link to={`/notifications/${notificationId}`}>{text}</Link> : text;
}
