import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { answerOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import type { Described } from "./outcome.ts";

/** Selects all recipients, those who did not get the mail, or another address. */
export type ResendTo = Schemas["PanelResendRequest"];

/** Returns the actions that a sender has on a notification. */
export function useSenderActions({ id, attempts }: Pick<Described, "id" | "attempts">) {
  const toast = useToast();
  const moveOn = useMoveOn();
  const search = useSearch();
  const client = useQueryClient();
  const params = { path: { id } };
  /** Reads the notification again even if its sheet is closed, so that the list shows the change. */
  const changed = async (text: string) => {
    await client.refetchQueries({ queryKey: ["notifications", "one", id] });
    toast(text);
  };
  const retry = useAction({
    run: (_, { api }) => answerOf(api.POST("/panel/api/notifications/{id}/retry", { params })),
    // A retry concerns one attempt, so after another attempt it is a new request.
    seen: attempts,
    onSuccess: () => changed("The next attempt starts now"),
  });
  const cancel = useAction({
    run: (_, { api }) => answerOf(api.POST("/panel/api/notifications/{id}/cancel", { params })),
    onSuccess: () => changed("Canceled"),
  });
  const resend = useAction({
    run: (body: ResendTo, { api }) => answerOf(api.POST("/panel/api/notifications/{id}/resend", { params, body })),
    onSuccess: (again) => {
      void client.invalidateQueries({ queryKey: ["notifications", "one", id] });
      void client.invalidateQueries({ queryKey: ["notifications", "timeline", id] });
      const isShown = moveOn(`/notifications/${again.id}${search && `?${search}`}`);
      toast(isShown ? "Sent again: this is the new one" : "Sent again");
    },
  });
  return { retry, cancel, resend };
}

export type SenderActions = ReturnType<typeof useSenderActions>;
