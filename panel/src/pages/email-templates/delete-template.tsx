import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { doneOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { EmailTemplate } from "./template-draft.ts";

export function DeleteTemplate({ template: { id, name } }: { readonly template: EmailTemplate }) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => doneOf(api.DELETE("/api/v1/templates/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      toast(`“${name}” is deleted.`);
      navigate("/email-templates", { replace: true });
    },
  });
  return (
    <section className="card row-between" aria-labelledby="delete-template">
      <div>
        <h2 id="delete-template">Delete this template</h2>
        <p className="quiet-text">Programs that still send its id are refused. What is queued keeps its text.</p>
      </div>
      <Button look="danger" onClick={() => setIsAsked(true)}>
        Delete…
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          verb="Delete the template"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>Programs that still send this template's id will be refused.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
