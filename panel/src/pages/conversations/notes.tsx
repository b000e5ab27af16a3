import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, doneOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import type { Schemas } from "../../api/schemas.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { Time } from "../../components/time.tsx";
import { useDelayedDelete } from "../../components/use-delayed-delete.ts";
import { usePanel } from "../../session/session-context.tsx";

const MAX_NOTE = 2000;

/** Notes are for colleagues; the customer does not see them. */
export function Notes({ conversationId: id }: { readonly conversationId: string }) {
  const { api } = usePanel();
  const [isWriting, setIsWriting] = useState(false);
  const deletion = useDelayedDelete();
  const removeNote = (noteID: string) =>
    doneOf(
      api.DELETE("/panel/api/chat-conversations/{id}/notes/{noteID}", {
        params: { path: { id, noteID } },
        keepalive: true,
      }),
    );
  const query = useQuery({
    queryKey: ["conversation-notes", id],
    queryFn: async () =>
      (await answerOf(api.GET("/panel/api/chat-conversations/{id}/notes", { params: { path: { id } } }))).notes,
  });
  return (
    <div className="notes">
      <QueryProblem query={query} title="Could not load the notes" />
      {query.data
        ?.filter((note) => !deletion.isGone(note.id))
        .map((note) => (
          <Note
            key={note.id}
            note={note}
            error={deletion.errorOf(note.id)}
            onDelete={() =>
              deletion.remove({ id: note.id, text: "The note is deleted", request: () => removeNote(note.id) })
            }
          />
        ))}
      {isWriting ? (
        <NoteForm conversationId={id} onDone={() => setIsWriting(false)} />
      ) : (
        <Button isSmall look="quiet" icon="edit" onClick={() => setIsWriting(true)}>
          Add a note
        </Button>
      )}
    </div>
  );
}

interface NoteProps {
  readonly note: Schemas["ConversationNote"];
  readonly error: unknown;
  readonly onDelete: () => void;
}

const Note = ({ note, error, onDelete }: NoteProps) => (
  <div className="todo">
    <p className="t2 words" dir="auto">
      {note.text}
    </p>
    <p className="row s t3">
      <span className="grow">
        {note.author}, <Time at={note.created_at} />
      </span>
      <Button icon="delete" aria-label="Delete the note" onClick={onDelete} />
    </p>
    {error != null && <Problem title="Not deleted" error={error} />}
  </div>
);

function NoteForm({ conversationId: id, onDone }: { readonly conversationId: string; readonly onDone: () => void }) {
  const add = useAction({
    run: (text: string, { api }) =>
      answerOf(api.POST("/panel/api/chat-conversations/{id}/notes", { params: { path: { id } }, body: { text } })),
    onSuccess: onDone,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(textsOf(event.currentTarget).text ?? "");
      }}
    >
      {/* biome-ignore lint/a11y/noAutofocus: the reader has just pressed a button in its place */}
      <TextArea name="text" label="Note" required autoFocus rows={3} maxLength={MAX_NOTE} />
      {add.isError && <Problem title="Not added" error={add.error} />}
      <div className="form-actions">
        <Button isSmall onClick={onDone}>
          Cancel
        </Button>
        <Button isSmall type="submit" look="primary" isBusy={add.isPending}>
          Add the note
        </Button>
      </div>
    </form>
  );
}
