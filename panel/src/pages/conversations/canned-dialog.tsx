import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { matching } from "../../api/changed-elsewhere.ts";
import { answerOf, doneOf, recordOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import type { DelayedDelete } from "../../components/use-delayed-delete.ts";
import { usePanel } from "../../session/session-context.tsx";
import { useCannedReplies } from "./canned-replies.tsx";

interface Draft {
  readonly name: string;
  readonly text: string;
  /** The id of the reply that is changed, absent for a new one; `etag` names the revision that the form began with. */
  readonly id?: string;
  readonly etag?: string;
}
const NEW_REPLY: Draft = { name: "", text: "" };

interface CannedDialogProps {
  readonly deletion: DelayedDelete;
  readonly onClose: () => void;
}

/** Lets the owner write, change and delete canned replies. */
export function CannedDialog({ deletion, onClose }: CannedDialogProps) {
  const query = useCannedReplies();
  const [edited, setEdited] = useState<{ readonly id?: string }>();
  const onDone = () => setEdited(undefined);
  return (
    <Dialog title="Canned replies" onClose={onClose}>
      {edited?.id !== undefined && <CannedEditor id={edited.id} onDone={onDone} />}
      {edited && edited.id === undefined && <CannedForm draft={NEW_REPLY} onDone={onDone} />}
      {edited === undefined && (
        <div className="stack">
          <QueryView query={query} what="the canned replies">
            {(replies) => (
              <ul className="stack">
                {replies
                  .filter(({ id }) => !deletion.isGone(id))
                  .map((reply) => (
                    <CannedRow key={reply.id} reply={reply} deletion={deletion} onEdit={() => setEdited(reply)} />
                  ))}
              </ul>
            )}
          </QueryView>
          <div className="form-actions">
            <Button look="primary" icon="plus" onClick={() => setEdited({})}>
              Write a canned reply
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface CannedRowProps {
  readonly reply: Draft & { readonly id: string };
  readonly deletion: DelayedDelete;
  readonly onEdit: () => void;
}

function CannedRow({ reply: { id, name, text }, deletion, onEdit }: CannedRowProps) {
  const { api } = usePanel();
  const request = () =>
    doneOf(api.DELETE("/panel/api/canned-replies/{id}", { params: { path: { id } }, keepalive: true }));
  const error = deletion.errorOf(id);
  return (
    <li>
      <div className="row">
        <div className="col grow">
          <strong className="b cut">/{name}</strong>
          <span className="t2 cut">{text}</span>
        </div>
        <Button icon="edit" aria-label={`Change ${name}`} onClick={onEdit} />
        <Button
          icon="delete"
          aria-label={`Delete ${name}`}
          onClick={() => deletion.remove({ id, text: `“/${name}” is deleted`, request })}
        />
      </div>
      {error != null && <Problem title="Not deleted" error={error} />}
    </li>
  );
}

/** Reads the canned reply before it shows the form, because the list does not contain the reply's revision. */
function CannedEditor({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["canned-replies", id],
    queryFn: () => recordOf(api.GET("/panel/api/canned-replies/{id}", { params: { path: { id } } })),
    gcTime: 0,
  });
  return (
    <QueryView query={query} what="the canned reply">
      {(reply) => <CannedForm draft={reply} onDone={onDone} />}
    </QueryView>
  );
}

function CannedForm({ draft, onDone }: { readonly draft: Draft; readonly onDone: () => void }) {
  const [began] = useState(draft);
  const save = useAction({
    run: (body: { name: string; text: string }, { api }) => {
      if (began.id === undefined) return answerOf(api.POST("/panel/api/canned-replies", { body }));
      const params = { path: { id: began.id }, header: matching(began) };
      return answerOf(api.PUT("/panel/api/canned-replies/{id}", { params, body }));
    },
    onSuccess: onDone,
  });
  const errorAt = fieldErrorsOf(save.error);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const { name = "", text = "" } = textsOf(event.currentTarget);
        save.mutate({ name, text });
      }}
    >
      <TextField
        name="name"
        label="Name"
        required
        data-autofocus
        defaultValue={draft.name}
        hint="Typed after a slash: /hours"
        error={errorAt("name", "Name")}
      />
      <TextArea
        name="text"
        label="Text"
        required
        maxLength={4096}
        defaultValue={draft.text}
        error={errorAt("text", "Text")}
      />
      {save.isError && <Problem title="Not saved" error={save.error} />}
      <footer className="form-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          Save
        </Button>
      </footer>
    </form>
  );
}
