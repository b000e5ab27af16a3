import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Echo } from "../../api/echo.ts";
import { Button } from "../../components/button.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Conversation, customerTitle } from "./message-text.ts";
import { type ReplyRequest, templateReplyOf } from "./reply-draft.ts";
import { TemplateChoices, TemplateValues, type Values } from "./template-choice.tsx";
import { previewOf } from "./template-preview.tsx";
import { TemplateText } from "./template-text.tsx";

interface TemplatePickerProps {
  readonly conversation: Conversation;
  readonly onSend: (body: ReplyRequest, text: string) => void;
}

/** Sends an approved template with its values while the service window is closed, because the platform then delivers no other message. */
export function TemplatePicker({ conversation, onSend }: TemplatePickerProps) {
  const [chosenId, setChosenId] = useState("");
  const [values, setValues] = useState<Values>({});
  // A template without variables stays complete after a send, so a double click would send it twice.
  const [echo] = useState(() => new Echo(Date.now));
  const name = customerTitle(conversation);
  const { templates, isSuccess } = useTemplates(conversation.chat_account_id);
  const chosen = templates.find(({ id }) => id === chosenId) ?? (templates.length === 1 ? templates[0] : undefined);
  const isComplete = chosen?.parameters.every((one) => (values[one.name] ?? "").trim() !== "") ?? false;
  const choose = (id: string) => {
    setChosenId(id);
    setValues({});
  };
  const send = () => {
    if (chosen === undefined || !isComplete) return;
    const choice = { templateId: chosen.id, values: chosen.parameters.map((one) => values[one.name] ?? "") };
    const content = JSON.stringify(choice);
    if (echo.isHeard(content)) return;
    echo.done(content);
    onSend(templateReplyOf(choice), `Template “${chosen.name}”`);
    choose("");
  };
  return (
    <form
      className="picker"
      aria-label="Send a template"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="stack">
        <div>
          <p className="b">The window is closed: only a template reaches {name}</p>
          <p className="t3 s">It opens again for 24 hours when they write.</p>
        </div>
        {isSuccess && templates.length === 0 && (
          <p className="t2">
            This number has no approved template yet.{" "}
            <Link className="link" to="/chat-templates">
              Chat templates
            </Link>
          </p>
        )}
        {templates.length > 0 && <TemplateChoices templates={templates} chosen={chosen} onChoose={choose} />}
        {chosen && <TemplateValues key={chosen.id} template={chosen} values={values} onChange={setValues} />}
      </div>
      <div className="seen">
        <p className="s t3">What {name} will see</p>
        {chosen ? (
          <div className="msg">
            <TemplateText {...previewOf(chosen, values)} />
          </div>
        ) : (
          <p className="t3">Choose a template.</p>
        )}
        <span className="grow" />
        <Button type="submit" look="primary" icon="sent" disabled={!isComplete}>
          Send the template
        </Button>
      </div>
    </form>
  );
}

function useTemplates(chatAccountId: string) {
  const { api } = usePanel();
  const { data = [], isSuccess } = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  return { isSuccess, templates: data.filter((one) => one.can_send && one.chat_account_id === chatAccountId) };
}
