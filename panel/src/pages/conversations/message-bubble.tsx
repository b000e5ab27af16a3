import { memo } from "react";
import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { fullTime } from "../../explain/times.ts";
import { MessageMedia } from "./message-media.tsx";
import { clockText, type Message, mediaTypeOf, messageText, notificationOf } from "./message-text.ts";
import type { OutboxReply } from "./outboxes.ts";
import { TemplateText } from "./template-text.tsx";
import { Tick } from "./tick.tsx";
import type { Outbox } from "./use-outbox.ts";

interface MessageBubbleProps {
  readonly message: Message;
  readonly conversationId: string;
  readonly customer: string;
  /** Says that the message before this one came from the other side of the conversation. */
  readonly isFirst: boolean;
  /** The position among all loaded messages, most of which are not rendered. */
  readonly position: number;
  readonly count: number;
}

const isSame = (one: MessageBubbleProps, other: MessageBubbleProps): boolean =>
  one.isFirst === other.isFirst &&
  one.position === other.position &&
  one.count === other.count &&
  one.customer === other.customer &&
  one.message === other.message;

export const MessageBubble = memo(
  ({ message, conversationId, customer, isFirst, position, count }: MessageBubbleProps) => {
    const { direction, status, rendered, occurred_at: at } = message;
    const kind = mediaTypeOf(message);
    const isPicture = kind === "image" || kind === "video" || kind === "sticker";
    const text = messageText(message);
    const classes = ["msg", direction === "outbound" && "out", isPicture && "pic", isFirst && "first"];
    return (
      <li className={classes.filter(Boolean).join(" ")} aria-posinset={position} aria-setsize={count}>
        <span className="vh">{direction === "inbound" ? `${customer}:` : "You:"}</span>
        {kind && <MessageMedia conversationId={conversationId} message={message} />}
        {rendered ? (
          <TemplateText {...rendered} />
        ) : (
          text && (
            <p className="words" dir="auto">
              {text}
            </p>
          )
        )}
        <span className="meta">
          <time dateTime={at} title={fullTime(at)}>
            {clockText(at)}
          </time>
          {direction === "outbound" && status && <Tick state={status} />}
        </span>
        {status === "failed" && <Failure message={message} />}
      </li>
    );
  },
  isSame,
);

/** Says why the message did not arrive and what to do. */
function Failure({ message }: { readonly message: Message }) {
  const { explanation, id } = message;
  return (
    <div className="failure s">
      <p className="bad b">{explanation?.summary ?? "It could not be sent."}</p>
      {explanation && <p className="t2">{explanation.what_to_do}</p>}
      <Link className="link" to={`/notifications/${notificationOf(message) || id}`}>
        Show the notification
      </Link>
    </div>
  );
}

/** Shows a reply that the service does not have yet. */
export const OutboxBubble = ({ reply, outbox }: { readonly reply: OutboxReply; readonly outbox: Outbox }) => (
  <li className="msg out first">
    <span className="vh">You:</span>
    <p className="words" dir="auto">
      {reply.text}
    </p>
    <span className="meta">
      <time dateTime={reply.at}>{clockText(reply.at)}</time>
      <Tick state={reply.error === undefined ? "processing" : "failed"} />
    </span>
    {reply.error !== undefined && (
      <div className="failure">
        <Problem title="Not sent" error={reply.error} />
        <div className="row">
          <Button isSmall icon="retry" onClick={() => outbox.retry(reply)}>
            Send it again
          </Button>
          <Button isSmall look="quiet" onClick={() => outbox.discard(reply)}>
            Discard
          </Button>
        </div>
      </div>
    )}
  </li>
);
