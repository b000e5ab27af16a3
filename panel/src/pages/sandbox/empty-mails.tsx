import { useState } from "react";
import { doneOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";

/** Deletes all mails of test mode after a question. */
export function EmptyMails({ onEmptied }: { readonly onEmptied: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const toast = useToast();
  const empty = useAction({
    run: (_, { api }) => doneOf(api.DELETE("/panel/api/sandbox/messages")),
    onSuccess: () => {
      setIsAsked(false);
      onEmptied();
      toast("The mails of the sandbox are deleted");
    },
  });
  return (
    <>
      <Button isSmall isTerse icon="delete" onClick={() => setIsAsked(true)}>
        Delete all mails
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Delete all mails of the sandbox?"
          verb="Delete them"
          isBusy={empty.isPending}
          error={empty.error}
          onConfirm={() => empty.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>The notifications that sent them stay, with their timelines.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
