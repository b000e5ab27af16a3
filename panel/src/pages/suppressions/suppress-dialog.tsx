import { type FormEvent, useState } from "react";
import { madeOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { isReason, mayHaveTopic, REASON_CHOICES, type Reason, type Suppression } from "./suppression.ts";

interface SuppressDialogProps {
  /** Called with the suppression that stands now, whether it is new or was there. */
  readonly onDone: (suppression: Suppression) => void;
  readonly onClose: () => void;
}

interface Wanted {
  readonly recipient: string;
  readonly reason: Reason;
  readonly topic?: string;
}

export function SuppressDialog({ onDone, onClose }: SuppressDialogProps) {
  const [reason, setReason] = useState<Reason>("manual");
  const toast = useToast();
  const suppress = useAction({
    run: (body: Wanted, { api }) => madeOf(api.POST("/api/v1/suppressions", { body })),
    onSuccess: ({ record, isNew }) => {
      toast(isNew ? `${record.recipient} is suppressed` : `${record.recipient} was suppressed already`);
      onDone(record);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { recipient = "", topic = "" } = textsOf(event.currentTarget);
    suppress.mutate({ recipient, reason, ...(topic.trim() && { topic: topic.trim() }) });
  };
  return (
    <Dialog title="Suppress a recipient" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Fields reason={reason} onReason={(text) => isReason(text) && setReason(text)} error={suppress.error} />
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={suppress.isPending}>
            Suppress it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly reason: Reason;
  readonly onReason: (reason: string) => void;
  readonly error: unknown;
}

function Fields({ reason, onReason, error }: FieldsProps) {
  const errorOf = fieldErrorsOf(error);
  const errors = { recipient: errorOf("recipient", "Recipient"), topic: errorOf("topic", "Topic") };
  return (
    <>
      <TextField
        name="recipient"
        label="Recipient"
        required
        data-autofocus
        spellCheck={false}
        placeholder="ana@shop.example"
        error={errors.recipient}
        hint="An email address, or a phone number such as +351912345678."
      />
      <SelectField label="Reason" options={REASON_CHOICES} value={reason} onChange={onReason} />
      {mayHaveTopic(reason) && (
        <TextField
          name="topic"
          label="Topic"
          spellCheck={false}
          placeholder="newsletter"
          error={errors.topic}
          hint="Only what is sent with this topic is left out; without a topic, everything."
        />
      )}
      {error != null && !errors.recipient && !errors.topic && <Problem title="Not suppressed" error={error} />}
    </>
  );
}
