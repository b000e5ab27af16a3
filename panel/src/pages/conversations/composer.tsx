import { type FormEvent, useRef, useState } from "react";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { SelectField, TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { choiceOf } from "../chat-templates/template-draft.ts";
import { Attachment } from "./attachment.tsx";
import type { Conversation } from "./message-text.ts";
import { REPLY_TYPES, type ReplyType, replyOf } from "./reply-draft.ts";
import { useReply } from "./use-reply.ts";

/** For an open window: anything that one may say. */
export function Composer({ conversation }: { readonly conversation: Conversation }) {
  const [type, setType] = useState<ReplyType>("text");
  const [mediaId, setMediaId] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const reply = useReply(conversation.id, () => {
    form.current?.reset();
    setType("text");
    setMediaId("");
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    reply.mutate(replyOf({ type, texts, mediaId }));
  };
  const needsFile = type !== "text" && type !== "location";
  return (
    <form ref={form} className="composer" aria-label="Reply" onSubmit={submit}>
      <SelectField
        label="Kind of message"
        options={REPLY_TYPES}
        value={type}
        onChange={(value) => {
          setType(choiceOf(REPLY_TYPES, value));
          setMediaId("");
        }}
      />
      {type === "text" && <TextArea name="text" label="Message" required rows={3} maxLength={4096} />}
      {type === "location" && <PlaceFields />}
      {needsFile && (
        <Attachment
          key={`${type} ${reply.submittedAt}`}
          conversationId={conversation.id}
          type={type}
          onReady={setMediaId}
        />
      )}
      {reply.isError && <Problem title="Not sent" error={reply.error} />}
      <div className="form-actions">
        <Button
          type="submit"
          look="primary"
          icon="sent"
          isBusy={reply.isPending}
          disabled={needsFile && mediaId === ""}
        >
          Send
        </Button>
      </div>
    </form>
  );
}

const PlaceFields = () => (
  <>
    <TextField name="latitude" label="Latitude" type="number" step="any" min={-90} max={90} required />
    <TextField name="longitude" label="Longitude" type="number" step="any" min={-180} max={180} required />
    <TextField name="location_name" label="Name of the place" />
    <TextField name="address" label="Address" />
  </>
);
