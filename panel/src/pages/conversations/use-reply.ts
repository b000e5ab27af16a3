import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { ReplyRequest } from "./reply-draft.ts";

/** A press that is repeated after a lost answer sends nothing twice: the same reply keeps its key until it is accepted. */
export function useReply(id: string, onSent: () => void) {
  const { api } = usePanel();
  const last = useRef({ text: "", key: "" });
  return useMutation({
    mutationFn: (body: ReplyRequest) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      const headers = { "Idempotency-Key": last.current.key };
      return answerOf(
        api.POST("/panel/api/chat-conversations/{id}/reply", { params: { path: { id } }, body, headers }),
      );
    },
    onSuccess: () => {
      last.current = { text: "", key: "" };
      onSent();
    },
  });
}
