import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Echo } from "../../api/echo.ts";
import type { Schemas } from "../../api/schemas.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Conversation, customerTitle } from "./message-text.ts";
import { type ReplyRequest, templateReplyOf } from "./reply-draft.ts";
import { previewOf } from "./template-preview.tsx";
import { TemplateText } from "./template-text.tsx";

type ChatTemplate = Schemas["ChatTemplate"];
type Values = Readonly<Record<string, string>>;

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
        {templates.length > 0 && <Choices templates={templates} chosen={chosen} onChoose={choose} />}
        {chosen && <Fields key={chosen.id} template={chosen} values={values} onChange={setValues} />}
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

interface ChoicesProps {
  readonly templates: readonly ChatTemplate[];
  readonly chosen: ChatTemplate | undefined;
  readonly onChoose: (id: string) => void;
}

function Choices({ templates, chosen, onChoose }: ChoicesProps) {
  const [sought, setSought] = useState("");
  const found = templates.filter(({ name, body }) =>
    `${name}\n${body.text}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <div>
      <TextInput
        type="search"
        aria-label="Search templates"
        placeholder={`Search ${templates.length} approved ${templates.length === 1 ? "template" : "templates"}`}
        leftSection={<Icon name="search" />}
        onChange={({ target }) => setSought(target.value)}
      />
      <div className="box choices-box" role="radiogroup" aria-label="Approved templates">
        {found.map(({ id, name, language, body }) => (
          <label key={id} className="row" data-chosen={id === chosen?.id || undefined}>
            <input
              type="radio"
              name="template"
              className="vh"
              checked={id === chosen?.id}
              onChange={() => onChoose(id)}
            />
            <Icon name="template" className={id === chosen?.id ? "k" : "t3"} />
            <span className="b cut">{name}</span>
            <span className="s t3">{language}</span>
            <span className="t3 cut grow" aria-hidden="true">
              {body.text}
            </span>
            {id === chosen?.id && <Icon name="check" className="k" />}
          </label>
        ))}
        {found.length === 0 && <p className="t3 pad-row">None has this text.</p>}
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly template: ChatTemplate;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

const Fields = ({ template, values, onChange }: FieldsProps) => (
  <div className="grid">
    {template.parameters.map(({ name, type }) => (
      <TextField
        key={name}
        label={name}
        required
        hint={type === "text" ? undefined : "A public https address"}
        value={values[name] ?? ""}
        onChange={({ target }) => onChange({ ...values, [name]: target.value })}
      />
    ))}
  </div>
);
