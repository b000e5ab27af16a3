import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { SelectField, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { TemplateChoice } from "./reply-draft.ts";

interface TemplateFieldsProps {
  readonly chatAccountId: string;
  readonly choice: TemplateChoice;
  readonly onChange: (choice: TemplateChoice) => void;
}

/** With the window closed only an approved template reaches the customer. */
export function TemplateFields({ chatAccountId, choice, onChange }: TemplateFieldsProps) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  const templates = (query.data ?? []).filter((one) => one.can_send && one.chat_account_id === chatAccountId);
  const chosen = templates.find(({ id }) => id === choice.templateId);
  const options = [
    { value: "", label: "Choose a template" },
    ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
  ];
  return (
    <div className="stack">
      <Notice kind="warn" title="The window is closed">
        <p>The customer has not written within 24 hours. Only an approved template reaches them now.</p>
      </Notice>
      <SelectField
        label="Template"
        required
        options={options}
        value={choice.templateId}
        onChange={(value) => onChange({ templateId: value, values: [] })}
      />
      {chosen?.parameters.map(({ name, type }, index) => (
        <TextField
          key={`${chosen.id} ${name}`}
          label={name}
          required
          hint={type === "text" ? undefined : "A public https address"}
          value={choice.values[index] ?? ""}
          onChange={({ target }) =>
            onChange({
              ...choice,
              values: chosen.parameters.map((_, at) => (at === index ? target.value : (choice.values[at] ?? ""))),
            })
          }
        />
      ))}
      {query.isSuccess && templates.length === 0 && (
        <p className="t2">
          This account has no approved template yet. <Link to="/chat-templates">Chat templates</Link>
        </p>
      )}
    </div>
  );
}
