import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";

export function DeleteChatTemplate({ template: { id, name } }: { readonly template: ChatTemplate }) {
  const { api } = usePanel();
  const toast = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE("/api/v1/chat-templates/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      setIsAsked(false);
      toast(`“${name}” is deleted.`);
    },
  });
  return (
    <section className="card row-between" aria-labelledby="delete-chat-template">
      <div>
        <h2 id="delete-chat-template">Delete this template</h2>
        <p className="quiet-text">The platform keeps the name of an approved template blocked for 30 days.</p>
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
          <p>It is deleted on the platform too. Messages that wait to be sent with it will fail.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
