import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError } from "../../api/api-error.ts";
import { answerOf } from "../../api/client.ts";
import { retryDelayMs, shouldRetry } from "../../api/retry.ts";
import { usePanel } from "../../session/session-context.tsx";
import { filenameOf, hasOwnMedia, linkOf, type Message, mediaTypeOf } from "./message-text.ts";

/** While the file is being copied, the service tells the panel to ask again after two seconds. */
const ASK_AGAIN_MS = 2000;
const MAX_ASKED = 30;
/** Signed addresses expire, so an address that is no longer on screen is forgotten soon. */
const KEPT_MS = 60_000;

const isOnItsWay = (error: Error): boolean => error instanceof ApiError && error.status === 503;

interface MessageMediaProps {
  readonly conversationId: string;
  readonly message: Message;
}

/** Shows, plays or links the file of a message. */
export function MessageMedia({ conversationId, message }: MessageMediaProps) {
  const link = linkOf(message);
  if (hasOwnMedia(message)) return <OwnMedia conversationId={conversationId} message={message} />;
  if (!link) return null;
  return (
    <a className="link" href={link} target="_blank" rel="noreferrer noopener">
      {link}
    </a>
  );
}

function OwnMedia({ conversationId, message }: MessageMediaProps) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["message-media", conversationId, message.id],
    queryFn: () =>
      answerOf(
        api.GET("/panel/api/chat-conversations/{id}/messages/{messageID}/media", {
          params: { path: { id: conversationId, messageID: message.id } },
        }),
      ),
    retry: (count, error) => (isOnItsWay(error) ? count < MAX_ASKED : shouldRetry(count, error)),
    retryDelay: (count, error) => (isOnItsWay(error) ? ASK_AGAIN_MS : retryDelayMs(count, error)),
    // A refetch would bring a new signed address and load the same picture again.
    staleTime: "static",
    gcTime: KEPT_MS,
  });
  const name = filenameOf(message) || query.data?.filename || "the file";
  if (query.isError) return <p className="t2">{query.error.message}</p>;
  if (query.data === undefined) return <p className="t2">Fetching {name}…</p>;
  return <Shown url={query.data.url} name={name} message={message} onEnded={() => void query.refetch()} />;
}

interface ShownProps {
  readonly url: string;
  readonly name: string;
  readonly message: Message;
  /** Called when the signed address has expired; a recording is often played long after it was shown. */
  readonly onEnded: () => void;
}

function Shown({ url, name, message, onEnded }: ShownProps) {
  const refetched = useRef(false);
  const onError = () => {
    if (refetched.current) return;
    refetched.current = true;
    onEnded();
  };
  switch (mediaTypeOf(message)) {
    case "image":
    case "sticker":
      return <img className="message-image" src={url} alt={name} loading="lazy" />;
    case "audio":
      // biome-ignore lint/a11y/useMediaCaption: a customer's own recording has no captions
      return <audio controls src={url} onError={onError} />;
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: a customer's own recording has no captions
        <video className="message-image" controls src={url} onError={onError} />
      );
    case "document":
    case undefined:
      return (
        <a className="link" href={url} target="_blank" rel="noreferrer noopener">
          {name}
        </a>
      );
  }
}
