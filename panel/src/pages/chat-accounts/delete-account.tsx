import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { doneOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatAccount } from "./account-draft.ts";

export function DeleteChatAccount({ account: { id, label, owners } }: { readonly account: ChatAccount }) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => doneOf(api.DELETE("/admin/api/chat-accounts/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      toast(`“${label}” is deleted.`);
      navigate("/admin/chat-accounts", { replace: true });
    },
  });
  return (
    <section className="card row-between" aria-labelledby="delete-chat-account">
      <div>
        <h2 id="delete-chat-account">Delete this account</h2>
        <p className="quiet-text">The number stays linked at the cloud provider. Conversations keep their history.</p>
      </div>
      <Button look="danger" onClick={() => setIsAsked(true)}>
        Delete…
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete “${label}”?`}
          verb="Delete the account"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {owners.length === 1 ? "Its owner" : `Its ${owners.length} owners`} can send nothing through it any more,
            what waits for it will fail, and new messages of customers are not taken in.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
