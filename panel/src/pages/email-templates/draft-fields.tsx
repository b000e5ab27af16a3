import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../components/field.tsx";
import { type Draft, lineRange, type TemplateFault } from "./template-draft.ts";

const BODY_TYPES = [
  { value: "text", label: "Text" },
  { value: "html", label: "HTML" },
] as const;

interface DraftFieldsProps {
  readonly draft: Draft;
  readonly fault: TemplateFault | undefined;
  readonly onChange: (draft: Draft) => void;
}

const faultText = (field: TemplateFault["field"], fault: TemplateFault | undefined): string | undefined =>
  fault?.field === field ? `Line ${fault.line}: ${fault.message}` : undefined;

export function DraftFields({ draft, fault, onChange }: DraftFieldsProps) {
  const body = useRef<HTMLDivElement>(null);
  const goToLine = (line: number) => {
    const area = body.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(...lineRange(draft.body, line));
  };
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={255}
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <TextField
        label="Subject"
        required
        value={draft.subject}
        error={faultText("subject", fault)}
        onChange={({ target }) => onChange({ ...draft, subject: target.value })}
      />
      <SelectField
        label="Kind"
        options={BODY_TYPES}
        value={draft.body_type}
        onChange={(value) => onChange({ ...draft, body_type: value === "html" ? "html" : "text" })}
      />
      <div ref={body} className="stack">
        <TextArea
          label="Body"
          required
          rows={16}
          className="code"
          spellCheck={draft.body_type === "text"}
          value={draft.body}
          error={faultText("body", fault)}
          hint="Go text/template: {{.name}} is a variable, {{if .name}}…{{end}} a condition."
          onChange={({ target }) => onChange({ ...draft, body: target.value })}
        />
        {fault?.field === "body" && <Button onClick={() => goToLine(fault.line)}>Go to line {fault.line}</Button>}
      </div>
      <OptionFields draft={draft} onChange={onChange} />
    </>
  );
}

const OptionFields = ({ draft, onChange }: Pick<DraftFieldsProps, "draft" | "onChange">) => (
  <>
    <TextField
      label="Alias"
      className="code"
      maxLength={64}
      pattern="[a-z0-9][a-z0-9_\-]*"
      value={draft.alias}
      hint="Programs may send it in place of the id: a-z, 0-9, _ and -."
      onChange={({ target }) => onChange({ ...draft, alias: target.value })}
    />
    {draft.body_type === "html" && (
      <CheckField
        label="Escape variables for HTML"
        checked={draft.isEscaped}
        hint="A value cannot break out of the place that it is printed in. The subject is never escaped."
        onChange={({ target }) => onChange({ ...draft, isEscaped: target.checked })}
      />
    )}
    <CheckField
      label="Strict"
      checked={draft.strict}
      hint="A send that leaves out a variable which the mail needs is refused."
      onChange={({ target }) => onChange({ ...draft, strict: target.checked })}
    />
  </>
);
