import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { SelectField, TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { choiceOf } from "../chat-templates/template-draft.ts";
import { Attachment } from "./attachment.tsx";
import { FallbackFields } from "./fallback-fields.tsx";
import type { Conversation } from "./message-words.ts";
import { type Fallback, REPLY_TYPES, type ReplyRequest, type ReplyType, replyOf } from "./reply-draft.ts";

const NO_FALLBACK: Fallback = { templateId: "", values: [] };

interface ComposerProps {
  readonly conversation: Conversation;
  readonly isWindowOpen: boolean;
}

export function Composer({ conversation, isWindowOpen }: ComposerProps) {
  const [type, setType] = useState<ReplyType>("text");
  const [mediaId, setMediaId] = useState("");
  const [fallback, setFallback] = useState(NO_FALLBACK);
  const form = useRef<HTMLFormElement>(null);
  const reply = useReply(conversation.id, () => {
    form.current?.reset();
    setType("text");
    setMediaId("");
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    reply.mutate(replyOf({ type, texts, mediaId, fallback: isWindowOpen ? undefined : fallback }));
  };
  const needsFile = type !== "text" && type !== "location";
  return (
    <form ref={form} className="composer" aria-label="Reply" onSubmit={submit}>
      {!isWindowOpen && (
        <FallbackFields chatAccountId={conversation.chat_account_id} fallback={fallback} onChange={setFallback} />
      )}
      <SelectField
        label="Kind of message"
        options={REPLY_TYPES}
        value={type}
        onChange={({ target }) => {
          setType(choiceOf(REPLY_TYPES, target.value));
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
          disabled={(needsFile && mediaId === "") || (!isWindowOpen && fallback.templateId === "")}
        >
          {isWindowOpen ? "Send" : "Send the template"}
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

/** A press that is repeated after a lost answer sends nothing twice: the same reply keeps its key until it is accepted. */
function useReply(id: string, onSent: () => void) {
  const { api } = usePanel();
  const last = useRef({ text: "", key: "" });
  return useMutation({
    mutationFn: (body: ReplyRequest) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      const headers = { "Idempotency-Key": last.current.key };
      return answerOf(
        api.POST("/panel/api/chat-conversations/{id}/reply", { params: { path: { id } }, body, headers }),
      );
    },
    onSuccess: () => {
      last.current = { text: "", key: "" };
      onSent();
    },
  });
}
