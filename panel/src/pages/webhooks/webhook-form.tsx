import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { type Dated, isElsewhere, matching, replaceUnchanged } from "../../api/changed-elsewhere.ts";
import { answerOf, recordOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ChangedElsewhere } from "../../components/changed-elsewhere.tsx";
import { CheckField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { EVENT_TYPES } from "../../explain/event-types.ts";
import { useRecordForm } from "../../layout/use-record-form.ts";
import { usePanel } from "../../session/session-context.tsx";
import {
  addressHint,
  requestOf,
  TYPE_FIELD,
  type Webhook,
  type WebhookRequest,
  type WebhookWithSecret,
  webhookRequest,
} from "./webhook-draft.ts";

interface WebhookFormProps {
  readonly webhook?: Webhook;
  readonly onCreated?: (webhook: WebhookWithSecret) => void;
}

/** Replaces the given webhook, or creates a new one. */
export function WebhookForm({ webhook, onCreated }: WebhookFormProps) {
  const { began, take, newer, turn, changes, onChange, onSaved } = useRecordForm<Webhook>({
    record: webhook,
    contentOf: requestOf,
  });
  const done = (saved: Webhook | WebhookWithSecret) => {
    onSaved(saved, changes);
    if (!webhook && "secret" in saved) onCreated?.(saved);
  };
  const form = useRef<HTMLFormElement>(null);
  const save = useSave();
  const saveOver = (over: Webhook | undefined) => {
    if (form.current) save.mutate({ body: webhookRequest(textsOf(form.current)), over }, { onSuccess: done });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saveOver(began);
  };
  const takeTheirs = (theirs: Webhook) => {
    save.reset();
    take(theirs);
  };
  return (
    <form key={turn} ref={form} className="card form" noValidate onSubmit={submit} onChange={onChange}>
      <Fields webhook={began} error={save.error} />
      <ChangedElsewhere
        {...{ error: save.error, newer, isBusy: save.isPending, onTake: takeTheirs, onOverwrite: saveOver }}
        text="To save yours replaces all of it."
      />
      <div className="form-actions">
        <ButtonLink to="/events/webhooks">Cancel</ButtonLink>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {webhook ? "Save" : "Add the webhook"}
        </Button>
      </div>
    </form>
  );
}

function Fields({ webhook, error }: { readonly webhook: Webhook | undefined; readonly error: unknown }) {
  const errorFor = fieldErrorsOf(error);
  return (
    <>
      <TextField
        name="url"
        label="Address"
        required
        maxLength={2048}
        defaultValue={webhook?.url}
        error={errorFor("url", "Address")}
        hint={addressHint(usePanel().config.base_url)}
      />
      <TextField
        name="description"
        label="Description"
        maxLength={500}
        defaultValue={webhook?.description}
        error={errorFor("description", "Description")}
      />
      <TypeFields chosen={webhook?.event_types ?? []} />
      <CheckField
        name="enabled"
        label="Enabled"
        defaultChecked={webhook?.enabled ?? true}
        hint="Nothing is sent while it is not."
      />
      {error != null && !isElsewhere(error) && !errorFor("url", "") && <Problem title="Not saved" error={error} />}
    </>
  );
}

const TypeFields = ({ chosen }: { readonly chosen: readonly string[] }) => (
  <fieldset>
    <legend>Events</legend>
    <p className="s t3 wide">None chosen: all of them, those that come later too.</p>
    <div className="types">
      {EVENT_TYPES.map((type) => (
        <CheckField key={type} name={TYPE_FIELD + type} label={type} defaultChecked={chosen.includes(type)} />
      ))}
    </div>
  </fieldset>
);

interface Saving {
  readonly body: WebhookRequest;
  /** The webhook that the form began with or that the writer agreed to overwrite; undefined for a new one. */
  readonly over: Webhook | undefined;
}

function useSave() {
  const { api, session } = usePanel();
  const toast = useToast();
  const queryClient = useQueryClient();
  const replace = (body: WebhookRequest, over: Webhook): Promise<Webhook & Dated> => {
    const params = { path: { id: over.id } };
    return replaceUnchanged({
      ...{ over, session, contentOf: requestOf },
      read: () => recordOf(api.GET("/api/v1/webhooks/{id}", { params })),
      write: (header) => recordOf(api.PUT("/api/v1/webhooks/{id}", { params: { ...params, header }, body })),
    });
  };
  const save = useAction({
    run: ({ body, over }: Saving, { api: keyed }): Promise<(Webhook | WebhookWithSecret) & Dated> =>
      over ? replace(body, over) : recordOf(keyed.POST("/api/v1/webhooks", { body })),
    contentOf: ({ body, over }) => [body, over?.id],
    onSuccess: (saved, { over }) => {
      if (over === undefined) return;
      if (over.enabled === saved.enabled) return void toast("The webhook is saved.");
      const undo = async () => {
        const params = { path: { id: over.id }, header: matching(saved) };
        await answerOf(api.PUT("/api/v1/webhooks/{id}", { params, body: requestOf(over) }));
        save.takenBack();
        await queryClient.invalidateQueries();
      };
      toast(saved.enabled ? "The webhook is enabled." : "The webhook is disabled.", { undo });
    },
  });
  return save;
}
