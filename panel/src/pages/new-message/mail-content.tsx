import { SegmentedControl } from "@mantine/core";
import { TextArea, TextField } from "../../components/field.tsx";
import type { EmailTemplate } from "../email-templates/template-draft.ts";
import { CONTENTS, type MailFieldsProps } from "./mail-draft.ts";
import { TemplateFields } from "./template-fields.tsx";
import type { ChosenTemplate } from "./use-chosen-template.ts";

interface ContentFieldsProps extends MailFieldsProps {
  readonly templates: readonly EmailTemplate[] | undefined;
  readonly chosen: ChosenTemplate;
}

/** Takes the mail's text or HTML as it is, without variables, or a template and its values. */
export function ContentFields({ templates, chosen, ...fields }: ContentFieldsProps) {
  const { draft, onChange } = fields;
  return (
    <>
      <div>
        <SegmentedControl
          aria-label="Content"
          data={[...CONTENTS]}
          value={draft.content}
          onChange={(value) =>
            onChange({ ...draft, content: CONTENTS.find((one) => one.value === value)?.value ?? "text" })
          }
        />
      </div>
      {draft.content === "template" ? (
        <TemplateFields {...fields} templates={templates} chosen={chosen} />
      ) : (
        <WrittenFields {...fields} />
      )}
    </>
  );
}

function WrittenFields({ draft, errors, onChange }: MailFieldsProps) {
  const bodyLabel = draft.content === "html" ? "HTML" : "Text";
  return (
    <>
      <TextField
        label="Subject"
        required
        value={draft.subject}
        error={errors("subject", "Subject")}
        onChange={({ target }) => onChange({ ...draft, subject: target.value })}
      />
      <TextArea
        label={bodyLabel}
        required
        rows={10}
        value={draft.body}
        error={errors("body", bodyLabel)}
        onChange={({ target }) => onChange({ ...draft, body: target.value })}
      />
    </>
  );
}
