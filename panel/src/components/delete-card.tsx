import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { useMoveOn } from "../layout/use-move-on.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useToast } from "./toast.tsx";

interface DeleteCardProps {
  /** The kind of record with its article, such as "the account". */
  readonly what: string;
  readonly name: string;
  readonly hint: string;
  readonly remove: () => Promise<unknown>;
  /**
   * For a page that disappears with the deleted record: the next page, and the query that must not request the record again.
   */
  readonly leave?: { readonly to: string; readonly gone: QueryKey };
  /** Explains the consequences and what stays as it is. */
  readonly children: ReactNode;
}

/** The last card of a page deletes the record that the page shows, after a confirmation. */
export function DeleteCard({ what, name, hint, remove, leave, children }: DeleteCardProps) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const moveOn = useMoveOn();
  const headingId = useId();
  const [isAsked, setIsAsked] = useState(false);
  const deletion = useAction({
    run: remove,
    onSuccess: () => {
      setIsAsked(false);
      toast(`“${name}” is deleted.`);
      if (!leave) return;
      queryClient.removeQueries({ queryKey: leave.gone });
      moveOn(leave.to, { replace: true });
    },
  });
  return (
    <section className="card row-between" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>Delete {what.replace("the ", "this ")}</h2>
        <p className="t2">{hint}</p>
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
