import { ApiError } from "../../api/api-error.ts";
import { answerOf, type Schemas } from "../../api/client.ts";
import type { operations } from "../../api/schema.ts";
import { useAction } from "../../api/use-action.ts";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import { usePanel } from "../../session/session-context.tsx";

export type SendRequest = operations["createPanelNotification"]["requestBody"]["content"]["application/json"];
type Accepted = Schemas["AcceptedNotification"];

/** A chat message that leaves later is in its conversation only from then on. */
const pageOf = ({ id, conversation_id: conversation, send_at: at }: Accepted, now: number): string =>
  conversation !== undefined && (at === undefined || Date.parse(at) <= now)
    ? `/conversations/${conversation}`
    : `/notifications/${id}`;

/**
 * Sends the message of one opened form. While the outcome of a try is unknown, every further try has the same idempotency key, even if the
 * text has changed since: then the service says whether the earlier try has arrived.
 */
export function useSend(onSent: () => void) {
  const toast = useToast();
  const moveOn = useMoveOn();
  const { time } = usePanel();
  return useAction({
    run: (body: SendRequest, { api }) => answerOf(api.POST("/panel/api/notifications", { body })),
    contentOf: () => "this form",
    onSuccess: (accepted) => {
      onSent();
      moveOn(pageOf(accepted, time.now()));
      toast(accepted.send_at === undefined ? "Accepted: it leaves now" : "Accepted: it leaves at its time");
    },
  });
}

/** Says that an earlier try of the form, with another text, was accepted although its answer was lost. */
export const wasAcceptedBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "idempotency_key_reused";
