import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import type { Conversation } from "./message-text.ts";
import { type TemplateChoice, templateReplyOf } from "./reply-draft.ts";
import { TemplateFields } from "./template-fields.tsx";
import { useReply } from "./use-reply.ts";

const NONE: TemplateChoice = { templateId: "", values: [] };

/** For a closed window: a template and its values, and nothing that the customer would never get. */
export function TemplateComposer({ conversation }: { readonly conversation: Conversation }) {
  const [choice, setChoice] = useState(NONE);
  const reply = useReply(conversation.id, () => setChoice(NONE));
  return (
    <form
      className="composer"
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault();
        reply.mutate(templateReplyOf(choice));
      }}
    >
      <TemplateFields chatAccountId={conversation.chat_account_id} choice={choice} onChange={setChoice} />
      {reply.isError && <Problem title="Not sent" error={reply.error} />}
      <div className="form-actions">
        <Button type="submit" look="primary" icon="sent" isBusy={reply.isPending} disabled={choice.templateId === ""}>
          Send the template
        </Button>
      </div>
    </form>
  );
}
