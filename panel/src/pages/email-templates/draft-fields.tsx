import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { SelectField, TextArea, TextField } from "../../components/field.tsx";
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
        onChange={({ target }) => onChange({ ...draft, body_type: target.value === "html" ? "html" : "text" })}
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
    </>
  );
}
