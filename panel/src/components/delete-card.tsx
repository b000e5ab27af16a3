import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useToast } from "./toast.tsx";

interface DeleteCardProps {
  /** What kind of thing it is: "the account". */
  readonly what: string;
  /** What it is called. */
  readonly name: string;
  readonly hint: string;
  readonly remove: () => Promise<unknown>;
  readonly onDone?: () => void;
  /** What will happen, and what will not. */
  readonly children: ReactNode;
}

/** The last card of a page: deletes what the page is about, after asking. */
export function DeleteCard({ what, name, hint, remove, onDone, children }: DeleteCardProps) {
  const toast = useToast();
  const headingId = useId();
  const [isAsked, setIsAsked] = useState(false);
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      setIsAsked(false);
      toast(`“${name}” is deleted.`);
      onDone?.();
    },
  });
  return (
    <section className="card row-between" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>Delete {what.replace("the ", "this ")}</h2>
        <p className="quiet-text">{hint}</p>
      </div>
      <Button look="danger" onClick={() => setIsAsked(true)}>
        Delete…
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          verb={`Delete ${what}`}
          isBusy={deletion.isPending}
          error={deletion.error}
          onConfirm={() => deletion.mutate()}
          onClose={() => setIsAsked(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </section>
  );
}
