import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Message, notificationOf } from "./message-text.ts";
import type { ReplyRequest } from "./reply-draft.ts";

/** A reply that the history does not have yet. */
export interface OutboxReply {
  /** Its idempotency key: one that is repeated after a lost answer sends nothing twice. */
  readonly key: string;
  readonly body: ReplyRequest;
  readonly text: string;
  readonly at: string;
  readonly notificationId?: string;
  readonly error?: unknown;
}

/** Replies are shown at once, leave one after the other, and stay in sight until the history has them. */
export function useOutbox(id: string, messages: readonly Message[]) {
  const { api } = usePanel();
  const [replies, setReplies] = useState<readonly OutboxReply[]>([]);
  const line = useRef(Promise.resolve());
  const { mutateAsync } = useMutation({
    mutationFn: ({ body, key }: OutboxReply) =>
      answerOf(
        api.POST("/panel/api/chat-conversations/{id}/reply", {
          params: { path: { id } },
          body,
          headers: { "Idempotency-Key": key },
        }),
      ),
  });
  const change = (key: string, part: Partial<OutboxReply>) =>
    setReplies((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const post = async (reply: OutboxReply) => {
    try {
      change(reply.key, { notificationId: (await mutateAsync(reply)).notification_id });
    } catch (error) {
      change(reply.key, { error });
    }
  };
  const enqueue = (reply: OutboxReply) => {
    line.current = line.current.then(() => post(reply));
  };
  const arrived = new Set(messages.flatMap((message) => [message.id, notificationOf(message)]));
  return {
    replies: replies.filter(({ notificationId }) => notificationId === undefined || !arrived.has(notificationId)),
    send: (body: ReplyRequest, text: string) => {
      const reply = { key: crypto.randomUUID(), body, text, at: new Date().toISOString() };
      setReplies((all) => [...all, reply]);
      enqueue(reply);
    },
    retry: (reply: OutboxReply) => {
      change(reply.key, { error: undefined });
      enqueue(reply);
    },
    discard: ({ key }: OutboxReply) => setReplies((all) => all.filter((one) => one.key !== key)),
  };
}
export type Outbox = ReturnType<typeof useOutbox>;
