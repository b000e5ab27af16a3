import type { FormEvent } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import type { Mode } from "../../session/mode.ts";
import { usePanel } from "../../session/session-context.tsx";
import { termsOf } from "./key-purposes.ts";
import { KeyTermsFields } from "./key-terms-fields.tsx";
import { expiryAfter, LIFETIMES } from "./lifetimes.ts";

const MODES = [
  { value: "live", label: "Live data" },
  { value: "test", label: "Test mode" },
] as const satisfies readonly { readonly value: Mode; readonly label: string }[];

interface CreateKeyDialogProps {
  readonly onCreated: (key: Schemas["NewApiKey"]) => void;
  readonly onClose: () => void;
}

interface Wanted {
  readonly name: string;
  readonly lifetime: string;
  readonly mode: Mode;
  readonly terms: ReturnType<typeof termsOf>;
}

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const { mode } = usePanel();
  const create = useAction({
    // The expiry counts from the first try, so that a repeated request has the same body and the same idempotency key.
    run: ({ name, lifetime, mode, terms }: Wanted, { api, beganAt }) => {
      const body = { name, ...expiryAfter(lifetime, beganAt), ...(mode === "test" && { mode }), ...terms };
      return answerOf(api.POST("/panel/api/api-keys", { body }));
    },
    onSuccess: onCreated,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    const { name = "", lifetime = "" } = texts;
    create.mutate({ name, lifetime, mode: texts.mode === "test" ? "test" : "live", terms: termsOf(texts) });
  };
  const errorFor = fieldErrorsOf(create.error);
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          required
          maxLength={120}
          data-autofocus
          hint="The program that will use it, such as “Web shop”."
        />
        <SelectField
          name="mode"
          label="It works on"
          options={MODES}
          defaultValue={mode}
          hint="A key of test mode sees none of your live data, and nothing that it sends reaches anybody."
        />
        <SelectField name="lifetime" label="Works" options={LIFETIMES} />
        <KeyTermsFields errorFor={errorFor} />
        {create.isError && <Problem error={create.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            Create the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
