import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import type { Timeline } from "../../explain/timeline.ts";
import { usePanel } from "../../session/session-context.tsx";

interface SenderActionsProps {
  readonly timeline: Timeline;
}

/** Its sender may take it back while nothing is on its way, and send it again once it has ended. */
export function SenderActions({ timeline: { id, status } }: SenderActionsProps) {
  const cancel = useCancel(id);
  const resend = useResend(id);
  const isOver = status === "sent" || status === "failed" || status === "canceled";
  return (
    <>
      {cancel.isError && <Problem title="Not canceled" error={cancel.error} />}
      {resend.isError && <Problem title="Not sent again" error={resend.error} />}
      <p className="row wrap">
        {status === "pending" && (
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel it
          </Button>
        )}
        {isOver && (
          <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
            Send again
          </Button>
        )}
      </p>
    </>
  );
}

function useCancel(id: string) {
  const { api } = usePanel();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/panel/api/notifications/{id}/cancel", { params: { path: { id } } })),
    onSuccess: () => toast("Canceled"),
    // It may have left meanwhile: the page shows what became of it.
    onSettled: () => client.invalidateQueries({ queryKey: ["notifications"] }),
  });
}

function useResend(id: string) {
  const { api } = usePanel();
  const client = useQueryClient();
  const toast = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/panel/api/notifications/{id}/resend", { params: { path: { id } } })),
    onSuccess: async (again) => {
      toast("It is on its way again");
      await client.invalidateQueries({ queryKey: ["notifications"] });
      navigate(`/notifications/${again.id}`);
    },
  });
}
