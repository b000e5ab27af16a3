import { type FormEvent, useRef } from "react";
import { type Dated, isElsewhere, replaceUnchanged } from "../../api/changed-elsewhere.ts";
import { recordOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ChangedElsewhere } from "../../components/changed-elsewhere.tsx";
import { CheckField, TextArea } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { useRecordForm } from "../../layout/use-record-form.ts";
import { usePanel } from "../../session/session-context.tsx";
import { ALERT_CHOICES, type AlertRequest, type Alerts, alertRequest, contentOf, KIND_FIELD } from "./alert-draft.ts";

export function AlertForm({ alerts }: { readonly alerts: Alerts }) {
  const { began, take, newer, turn, changes, onChange, onSaved } = useRecordForm<Alerts>({ record: alerts, contentOf });
  const form = useRef<HTMLFormElement>(null);
  const save = useSave();
  const saveOver = (over: Alerts) => {
    if (form.current)
      save.mutate(
        { body: alertRequest(textsOf(form.current)), over },
        { onSuccess: (saved) => onSaved(saved, changes) },
      );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saveOver(began ?? alerts);
  };
  const takeTheirs = (theirs: Alerts) => {
    save.reset();
    take(theirs);
  };
  return (
    <form key={turn} ref={form} className="card form" noValidate onSubmit={submit} onChange={onChange}>
      <Fields alerts={began ?? alerts} error={save.error} />
      <ChangedElsewhere
        {...{ error: save.error, newer, isBusy: save.isPending, onTake: takeTheirs, onOverwrite: saveOver }}
        text="To save yours replaces all of it."
      />
      <div className="form-actions">
        <Button type="submit" look="primary" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Fields({ alerts, error }: { readonly alerts: Alerts; readonly error: unknown }) {
  const addressError = fieldErrorsOf(error)("addresses", "Addresses");
  return (
    <>
      <TextArea
        name="addresses"
        label="Addresses"
        rows={3}
        required
        spellCheck={false}
        placeholder="ana@shop.example"
        defaultValue={alerts.addresses.join("\n")}
        error={addressError}
        hint="One per line, at most 10. All of them get the same mail and see each other."
      />
      <fieldset>
        <legend>Tell us when</legend>
        <div className="stack">
          {ALERT_CHOICES.map(({ kind, label, hint }) => (
            <CheckField
              key={kind}
              name={KIND_FIELD + kind}
              label={label}
              hint={hint}
              defaultChecked={alerts.alerts.includes(kind)}
            />
          ))}
        </div>
      </fieldset>
      <CheckField
        name="weekly_summary"
        label="A summary every week"
        hint="On Monday at 08:00 UTC: sent, delivered and failed, compared with the week before."
        defaultChecked={alerts.weekly_summary}
      />
      {error != null && !isElsewhere(error) && !addressError && <Problem title="Not saved" error={error} />}
    </>
  );
}

interface Saving {
  readonly body: AlertRequest;
  /** The record that the form began with or that the writer agreed to overwrite. */
  readonly over: Alerts;
}

function useSave() {
  const { api, session } = usePanel();
  const toast = useToast();
  return useAction({
    run: ({ body, over }: Saving): Promise<Alerts & Dated> =>
      replaceUnchanged({
        ...{ over, session, contentOf },
        read: () => recordOf(api.GET("/panel/api/alerts")),
        write: (header) => recordOf(api.PUT("/panel/api/alerts", { params: { header }, body })),
      }),
    contentOf: ({ body }) => body,
    onSuccess: () => void toast("The alerts are saved."),
  });
}
