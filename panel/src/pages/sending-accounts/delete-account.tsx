import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { doneOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";

export function DeleteAccount({ account: { id, label, is_default } }: { readonly account: Account }) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => doneOf(api.DELETE("/api/v1/smtp-accounts/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      toast(`“${label}” is deleted.`);
      navigate("/sending-accounts", { replace: true });
    },
  });
  return (
    <section className="card row-between" aria-labelledby="delete-account">
      <div>
        <h2 id="delete-account">Delete this account</h2>
        <p className="quiet-text">Mails that wait for it will fail. What was sent keeps its history.</p>
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
          <p>Mails that wait for this account cannot be sent any more and will fail.</p>
          {is_default && <p>It is the default account: notifications that name none are refused until another is.</p>}
        </ConfirmDialog>
      )}
    </section>
  );
}
