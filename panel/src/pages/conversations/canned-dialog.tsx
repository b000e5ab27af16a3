import { useState } from "react";
import { answerOf, doneOf } from "../../api/client.ts";
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
  readonly id?: string;
  readonly name: string;
  readonly text: string;
}

interface CannedDialogProps {
  readonly deletion: DelayedDelete;
  readonly onClose: () => void;
}

/** Lets the owner write, change and delete canned replies. */
export function CannedDialog({ deletion, onClose }: CannedDialogProps) {
  const query = useCannedReplies();
  const [draft, setDraft] = useState<Draft>();
  return (
    <Dialog title="Canned replies" onClose={onClose}>
      {draft ? (
        <CannedForm draft={draft} onDone={() => setDraft(undefined)} />
      ) : (
        <div className="stack">
          <QueryView query={query} what="the canned replies">
            {(replies) => (
              <ul className="stack">
                {replies
                  .filter(({ id }) => !deletion.isGone(id))
                  .map((reply) => (
                    <CannedRow key={reply.id} reply={reply} deletion={deletion} onEdit={() => setDraft(reply)} />
                  ))}
              </ul>
            )}
          </QueryView>
          <div className="form-actions">
            <Button look="primary" icon="plus" onClick={() => setDraft({ name: "", text: "" })}>
              Write a canned reply
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface CannedRowProps {
  readonly reply: Required<Draft>;
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

function CannedForm({ draft, onDone }: { readonly draft: Draft; readonly onDone: () => void }) {
  const save = useAction({
    run: (body: { name: string; text: string }, { api }) =>
      draft.id === undefined
        ? answerOf(api.POST("/panel/api/canned-replies", { body }))
        : answerOf(api.PUT("/panel/api/canned-replies/{id}", { params: { path: { id: draft.id } }, body })),
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
