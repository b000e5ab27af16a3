import { type FormEvent, useState } from "react";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { LaterField } from "./later-field.tsx";
import { ContentFields } from "./mail-content.tsx";
import { EMPTY_MAIL, type MailFieldsProps, mailOf } from "./mail-draft.ts";
import { MailFiles } from "./mail-files.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { NotSent } from "./not-sent.tsx";
import { chosenOf, useSendingAccounts } from "./use-accounts.ts";
import { useChosenTemplate, useTemplates } from "./use-chosen-template.ts";
import { useSend } from "./use-send.ts";
import { useUploads } from "./use-uploads.ts";

const FIELDS = [
  "smtp_account_id",
  "recipient",
  "cc",
  "bcc",
  "subject",
  "body",
  "template_id",
  "attachments",
  "send_at",
];

/** Writes a mail to one recipient and its copies. The service judges it like the mail of a program. */
export function MailForm() {
  const accounts = useSendingAccounts();
  return (
    <QueryView query={accounts} what="the sending accounts">
      {(all) => (all.length === 0 ? <NoAccount /> : <Form accounts={all} />)}
    </QueryView>
  );
}

const NoAccount = () => (
  <EmptyState
    icon="account"
    title="No sending account yet"
    action={
      <ButtonLink to="/sending-accounts/new" look="primary" icon="plus">
        Add a sending account
      </ButtonLink>
    }
  >
    A mail leaves through a server of yours.
  </EmptyState>
);

type Accounts = NonNullable<ReturnType<typeof useSendingAccounts>["data"]>;

function Form({ accounts }: { readonly accounts: Accounts }) {
  const { config } = usePanel();
  const [draft, setDraft] = useState(EMPTY_MAIL);
  const { allowLeaving } = useLeaveGuard(draft !== EMPTY_MAIL);
  const send = useSend(allowLeaving);
  const accountId = chosenOf(accounts, draft.accountId)?.id ?? "";
  const templates = useTemplates(draft.content === "template");
  const chosen = useChosenTemplate(templates.data, draft);
  const uploads = useUploads((file) => setDraft((before) => ({ ...before, files: [...before.files, file] })));
  const fields = { draft, errors: fieldErrorsOf(send.error), onChange: setDraft };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(mailOf({ ...draft, accountId }));
  };
  return (
    <div className="columns">
      <form className="card form" onSubmit={submit}>
        <SelectField
          label="From"
          options={accounts.map(({ id, label, from_address: address }) => ({
            value: id,
            label: `${label} (${address})`,
          }))}
          value={accountId}
          error={fields.errors("smtp_account_id", "From")}
          onChange={(id) => setDraft({ ...draft, accountId: id })}
        />
        <AddressFields {...fields} />
        <ContentFields {...fields} templates={templates.data} chosen={chosen} />
        {templates.isError && <Problem title="Could not load the templates" error={templates.error} />}
        {config.uploads && (
          <MailFiles
            files={draft.files}
            uploads={uploads}
            error={fields.errors("attachments", "Files")}
            onRemove={(id) => setDraft({ ...draft, files: draft.files.filter((one) => one.id !== id) })}
          />
        )}
        <LaterField
          value={draft.sendAt}
          error={fields.errors("send_at", "Time")}
          onChange={(sendAt) => setDraft({ ...draft, sendAt })}
        />
        {send.isError && <NotSent error={send.error} fields={FIELDS} />}
        <footer className="form-actions">
          <ButtonLink to="/notifications">Cancel</ButtonLink>
          <Button type="submit" look="primary" icon="sent" isBusy={send.isPending || uploads.current !== undefined}>
            {draft.sendAt === undefined ? "Send" : "Schedule"}
          </Button>
        </footer>
      </form>
      <MailPreview draft={draft} chosen={chosen} />
    </div>
  );
}

const MANY = "Several are separated by commas.";

const AddressFields = ({ draft, errors, onChange }: MailFieldsProps) => (
  <>
    <TextField
      label="To"
      inputMode="email"
      required
      data-autofocus
      value={draft.to}
      error={errors("recipient", "To")}
      onChange={({ target }) => onChange({ ...draft, to: target.value })}
    />
    <div className="grid">
      <TextField
        label="Cc"
        inputMode="email"
        value={draft.cc}
        hint={MANY}
        error={errors("cc", "Cc")}
        onChange={({ target }) => onChange({ ...draft, cc: target.value })}
      />
      <TextField
        label="Bcc"
        inputMode="email"
        value={draft.bcc}
        hint={MANY}
        error={errors("bcc", "Bcc")}
        onChange={({ target }) => onChange({ ...draft, bcc: target.value })}
      />
    </div>
  </>
);
