import { useEffect, useSyncExternalStore } from "react";
import { answerOf } from "../../api/client.ts";
import { useKeyedRequest } from "../../api/use-action.ts";
import { useToast } from "../../components/toast.tsx";
import { type Message, notificationOf } from "./message-text.ts";
import { type OutboxReply, outboxes } from "./outboxes.ts";
import type { ReplyRequest } from "./reply-draft.ts";

/** Drops the replies that the service already has, because the history contains them when the conversation is opened again. */
const forgetTaken = (id: string) =>
  outboxes.change(id, (all) => all.filter(({ notificationId }) => notificationId === undefined));

/** Shows replies at once, sends them one after the other, and keeps them in sight until the history has them. */
export function useOutbox(id: string, messages: readonly Message[]) {
  const toast = useToast();
  const replies = useSyncExternalStore(outboxes.subscribe, () => outboxes.of(id));
  const { mutateAsync } = useKeyedRequest(({ body }: OutboxReply, api) =>
    answerOf(api.POST("/panel/api/chat-conversations/{id}/reply", { params: { path: { id } }, body })),
  );
  const isOpen = () => location.pathname === `/conversations/${id}`;
  useEffect(() => () => forgetTaken(id), [id]);
  const change = (key: string, part: Partial<OutboxReply>) =>
    outboxes.change(id, (all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const discard = ({ key }: OutboxReply) => outboxes.change(id, (all) => all.filter((one) => one.key !== key));
  const post = async (reply: OutboxReply) => {
    try {
      change(reply.key, { notificationId: (await mutateAsync(reply)).notification_id });
      if (!isOpen()) discard(reply);
    } catch (error) {
      change(reply.key, { error });
      if (!isOpen()) toast("A reply was not sent. It waits in its conversation.");
    }
  };
  const enqueue = (reply: OutboxReply) => outboxes.enqueue(id, () => post(reply));
  const arrived = new Set(messages.flatMap((message) => [message.id, notificationOf(message)]));
  return {
    replies: replies.filter(({ notificationId }) => notificationId === undefined || !arrived.has(notificationId)),
    send: (body: ReplyRequest, text: string) => {
      const reply = { key: crypto.randomUUID(), body, text, at: new Date().toISOString() };
      outboxes.change(id, (all) => [...all, reply]);
      enqueue(reply);
    },
    retry: (reply: OutboxReply) => {
      change(reply.key, { error: undefined });
      enqueue(reply);
    },
    discard,
  };
}
export type Outbox = ReturnType<typeof useOutbox>;
