import { useQuery } from "@tanstack/react-query";
import type { Dispatch, SetStateAction } from "react";
import { answerOf } from "../../api/client.ts";
import { SelectField, TextArea, TextField } from "../../components/field.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { CATEGORIES, choiceOf, type Draft } from "./template-draft.ts";

export interface DraftFieldsProps {
  readonly draft: Draft;
  readonly onChange: Dispatch<SetStateAction<Draft>>;
}

export const IdentityFields = ({ draft, onChange }: DraftFieldsProps) => (
  <fieldset>
    <legend>What it is</legend>
    <AccountField draft={draft} onChange={onChange} />
    <TextField
      label="Name"
      required
      maxLength={512}
      spellCheck={false}
      placeholder="order_shipped"
      hint="Lower-case letters, digits and underscores."
      value={draft.name}
      onChange={({ target }) => onChange({ ...draft, name: target.value })}
    />
    <TextField
      label="Language"
      required
      maxLength={6}
      spellCheck={false}
      hint="Such as en or en_US."
      value={draft.language}
      onChange={({ target }) => onChange({ ...draft, language: target.value })}
    />
    <div className="wide">
      <SelectField
        label="Category"
        options={CATEGORIES}
        value={draft.category}
        onChange={(value) => onChange({ ...draft, category: choiceOf(CATEGORIES, value) })}
      />
    </div>
  </fieldset>
);

/** Shown only when there are several accounts to choose from. */
function AccountField({ draft, onChange }: DraftFieldsProps) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["own-chat-accounts"],
    queryFn: () => answerOf(api.GET("/panel/api/chat-accounts")),
  });
  const accounts = query.data ?? [];
  if (accounts.length < 2) return null;
  const options = [
    { value: "", label: "The default account" },
    ...accounts.map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className="wide">
      <SelectField
        label="Chat account"
        options={options}
        value={draft.chatAccountId}
        onChange={(value) => onChange({ ...draft, chatAccountId: value })}
      />
    </div>
  );
}

export function TextFields({ draft, onChange }: DraftFieldsProps) {
  const isCode = draft.category === "AUTHENTICATION";
  return (
    <fieldset>
      <legend>Text</legend>
      <TextArea
        label="Body"
        required
        rows={6}
        maxLength={1024}
        value={draft.body}
        hint={
          isCode
            ? "Exactly one variable, {{1}}: the code. The platform writes the words around it."
            : "Variables are {{1}}, {{2}} and so on, without gaps."
        }
        onChange={({ target }) => onChange({ ...draft, body: target.value })}
      />
      {draft.body.includes("{{") && (
        <TextArea
          label="Examples"
          required
          rows={3}
          value={draft.examples}
          hint="One per variable and line, in order. For the review and the preview only; they are never sent."
          onChange={({ target }) => onChange({ ...draft, examples: target.value })}
        />
      )}
      {!isCode && (
        <div className="wide">
          <TextField
            label="Footer"
            maxLength={60}
            value={draft.footer}
            onChange={({ target }) => onChange({ ...draft, footer: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
