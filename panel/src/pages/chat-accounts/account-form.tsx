import { type FormEvent, useRef } from "react";
import { isElsewhere, replaceUnchanged } from "../../api/changed-elsewhere.ts";
import { recordOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ChangedElsewhere } from "../../components/changed-elsewhere.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import { useRecordForm } from "../../layout/use-record-form.ts";
import { usePanel } from "../../session/session-context.tsx";
import { accountRequest, type ChatAccount, type ChatAccountRequest } from "./account-draft.ts";
import { CloudFields, OwnerFields, PlatformFields } from "./account-fields.tsx";

const FIELDS = [
  ...(["label", "ownership_type", "cloud_region", "business_account_id", "origination_phone_number_id"] as const),
  ...(["provider_business_account_id", "provider_phone_number_id", "is_default", "owners"] as const),
];

/** Returns the fields that the form compares. Other fields change when an account is verified. */
const contentOf = (account: ChatAccount) => FIELDS.map((name) => account[name]);

/** Replaces the given account, or creates a new one. */
export function ChatAccountForm({ account }: { readonly account?: ChatAccount }) {
  const { began, take, newer, turn, changes, onChange, onSaved } = useRecordForm({ record: account, contentOf });
  const form = useRef<HTMLFormElement>(null);
  const save = useSave(onSaved);
  const saveOver = (over: ChatAccount | undefined) => {
    if (form.current) save.mutate({ body: accountRequest(textsOf(form.current)), over, changes });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saveOver(began);
  };
  const takeTheirs = (theirs: ChatAccount) => {
    save.reset();
    take(theirs);
  };
  const fields = { account: began, errorFor: fieldErrorsOf(save.error) };
  return (
    <form key={turn} ref={form} className="card form" noValidate onSubmit={submit} onChange={onChange}>
      <OwnerFields {...fields} />
      <CloudFields {...fields} />
      <PlatformFields {...fields} />
      {save.isError && !isElsewhere(save.error) && <Problem title="Not saved" error={save.error} />}
      <ChangedElsewhere
        {...{ error: save.error, newer, isBusy: save.isPending, onTake: takeTheirs, onOverwrite: saveOver }}
        text="To save yours replaces all of it."
      />
      <div className="form-actions">
        <ButtonLink to="/admin/chat-accounts">Cancel</ButtonLink>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {account ? "Save" : "Add the account"}
        </Button>
      </div>
    </form>
  );
}

interface Saving {
  readonly body: ChatAccountRequest;
  /** The account that the form began with or that the writer agreed to overwrite; undefined for a new one. */
  readonly over: ChatAccount | undefined;
  /** The number of changes when the save began; later changes are still unsaved. */
  readonly changes: number;
}

function useSave(onSaved: (account: ChatAccount, changes: number) => void) {
  const { api, session } = usePanel();
  const toast = useToast();
  const moveOn = useMoveOn();
  const replace = (body: ChatAccountRequest, over: ChatAccount): Promise<ChatAccount> => {
    const params = { path: { id: over.id } };
    return replaceUnchanged<ChatAccount>({
      ...{ over, session, contentOf },
      read: () => recordOf(api.GET("/admin/api/chat-accounts/{id}", { params })),
      write: (header) => recordOf(api.PUT("/admin/api/chat-accounts/{id}", { params: { ...params, header }, body })),
    });
  };
  return useAction({
    run: ({ body, over }: Saving, { api: keyed }): Promise<ChatAccount> =>
      over ? replace(body, over) : recordOf(keyed.POST("/admin/api/chat-accounts", { body })),
    contentOf: ({ body, over }) => [body, over?.id],
    onSuccess: (saved, { over, changes }) => {
      onSaved(saved, changes);
      toast(`“${saved.label}” is saved.`);
      if (!over) moveOn(`/admin/chat-accounts/${saved.id}`);
    },
  });
}
