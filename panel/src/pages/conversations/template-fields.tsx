import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { SelectField, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Fallback } from "./reply-draft.ts";

interface FallbackFieldsProps {
  readonly chatAccountId: string;
  readonly fallback: Fallback;
  readonly onChange: (fallback: Fallback) => void;
}

/** With the window closed only an approved template reaches the customer. */
export function FallbackFields({ chatAccountId, fallback, onChange }: FallbackFieldsProps) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  const templates = (query.data ?? []).filter((one) => one.can_send && one.chat_account_id === chatAccountId);
  const chosen = templates.find(({ id }) => id === fallback.templateId);
  const options = [
    { value: "", label: "Choose a template" },
    ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
  ];
  return (
    <div className="stack">
      <Notice kind="warn" title="The window is closed">
        <p>The customer has not written within 24 hours. Instead of your message they get an approved template.</p>
      </Notice>
      <SelectField
        label="Template"
        options={options}
        value={fallback.templateId}
        onChange={({ target }) => onChange({ templateId: target.value, values: [] })}
      />
      {chosen?.parameters.map(({ name, type }, index) => (
        <TextField
          key={`${chosen.id} ${name}`}
          label={name}
          required
          hint={type === "text" ? undefined : "A public https address"}
          value={fallback.values[index] ?? ""}
          onChange={({ target }) =>
            onChange({
              ...fallback,
              values: chosen.parameters.map((_, at) => (at === index ? target.value : (fallback.values[at] ?? ""))),
            })
          }
        />
      ))}
      {query.isSuccess && templates.length === 0 && (
        <p className="quiet-text">This account has no approved template yet.</p>
      )}
    </div>
  );
}
