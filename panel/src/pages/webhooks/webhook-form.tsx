import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { CheckField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { EVENT_TYPES } from "../../explain/event-types.ts";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { usePanel } from "../../session/session-context.tsx";
import {
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

/** Replaces the webhook when there is one, else creates it. */
export function WebhookForm({ webhook, onCreated }: WebhookFormProps) {
  const [isChanged, setIsChanged] = useState(false);
  const { allowLeaving } = useLeaveGuard(isChanged);
  const done = () => {
    allowLeaving();
    setIsChanged(false);
  };
  const [replace, create] = [useReplace(webhook), useCreate(onCreated)];
  const save = webhook ? replace : create;
  const errorFor = fieldErrorsOf(save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(webhookRequest(textsOf(event.currentTarget)), { onSuccess: done });
  };
  return (
    <form className="card form" noValidate onSubmit={submit} onChange={() => setIsChanged(true)}>
      <TextField
        name="url"
        label="Address"
        required
        maxLength={2048}
        defaultValue={webhook?.url}
        error={errorFor("url", "Address")}
        hint="https, and reachable from the internet."
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
      {save.isError && !errorFor("url", "") && <Problem title="Not saved" error={save.error} />}
      <div className="form-actions">
        <ButtonLink to="/events/webhooks">Cancel</ButtonLink>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {webhook ? "Save" : "Add the webhook"}
        </Button>
      </div>
    </form>
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

function useReplace(webhook: Webhook | undefined) {
  const { api } = usePanel();
  const toast = useToast();
  const queryClient = useQueryClient();
  const put = (body: WebhookRequest) =>
    api.PUT("/api/v1/webhooks/{id}", { params: { path: { id: webhook?.id ?? "" } }, body });
  return useMutation({
    mutationFn: (body: WebhookRequest) => answerOf(put(body)),
    onSuccess: (saved) => {
      const isSwitched = webhook !== undefined && webhook.enabled !== saved.enabled;
      if (!isSwitched) return void toast("The webhook is saved.");
      const undo = async () => {
        await answerOf(put(requestOf(webhook)));
        await queryClient.invalidateQueries();
      };
      toast(saved.enabled ? "The webhook is enabled." : "The webhook is disabled.", { undo });
    },
  });
}

function useCreate(onCreated: WebhookFormProps["onCreated"]) {
  const { api } = usePanel();
  return useMutation({
    mutationFn: (body: WebhookRequest) => answerOf(api.POST("/api/v1/webhooks", { body })),
    onSuccess: (created) => onCreated?.(created),
  });
}
