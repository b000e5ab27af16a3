import type { FormEvent } from "react";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import type { Draft } from "./approval.ts";

interface EditFormProps {
  readonly draft: Draft;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onApprove: (after: Draft) => void;
  readonly onClose: () => void;
}

/** Changes the text before sending. It is final: variables are in place already, and no template is executed. */
export function EditForm({ draft, error, isBusy, onApprove, onClose }: EditFormProps) {
  const errorOf = fieldErrorsOf(error);
  const errors = { subject: errorOf("subject", "Subject"), body: errorOf("body", "Body") };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { subject, body = "" } = textsOf(event.currentTarget);
    onApprove({ ...(draft.subject !== undefined && { subject }), body });
  };
  return (
    <form className="form" aria-label="Edit before sending" onSubmit={submit} noValidate>
      {draft.subject !== undefined && (
        <TextField name="subject" label="Subject" required defaultValue={draft.subject} error={errors.subject} />
      )}
      <TextArea name="body" label="Body" required rows={12} autoFocus defaultValue={draft.body} error={errors.body} />
      {error != null && !errors.subject && !errors.body && <Problem title="Not approved" error={error} />}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          Approve with changes
        </Button>
      </div>
    </form>
  );
}
