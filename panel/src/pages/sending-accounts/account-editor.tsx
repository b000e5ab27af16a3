import { useRef, useState } from "react";
import { isElsewhere, replaceUnchanged } from "../../api/changed-elsewhere.ts";
import { recordOf } from "../../api/client.ts";
import { type FieldErrors, fieldErrorsOf } from "../../api/field-errors.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ChangedElsewhere } from "../../components/changed-elsewhere.tsx";
import { Page } from "../../components/page.tsx";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import { useRecordForm } from "../../layout/use-record-form.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Account, AccountRequest } from "./account-fields.ts";
import { AccountForm, FORM_ID, requestIn } from "./account-form.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { DomainBox } from "./domain-box.tsx";
import { FailingNotice } from "./failing-notice.tsx";
import { serverDraftOf } from "./server-draft.ts";
import { TestBox } from "./test-box.tsx";
import { type Trial, useTrial } from "./use-trial.ts";

export const BACK = { to: "/sending-accounts", label: "Sending accounts" } as const;

/** Shows the fields on one side, and the test of the account and the records of its domain on the other. */
export function AccountEditor({ account }: { readonly account?: Account }) {
  const [draft, setDraft] = useState(() => serverDraftOf(account));
  const form = useRef<HTMLFormElement>(null);
  const { began, take, newer, turn, changes, onChange, onSaved } = useRecordForm<Account>({
    record: account,
    onTaken: (taken) => setDraft(serverDraftOf(taken)),
  });
  // A test result belongs to one version of the settings: the last save and the number of changes since.
  const trial = useTrial(account, `${began?.updated_at} ${changes}`);
  const save = useSave(onSaved);
  const takeTheirs = (theirs: Account) => {
    save.reset();
    take(theirs);
  };
  const saveOver = (over: Account) => {
    if (form.current) save.mutate({ body: requestIn(form.current, draft), over, changes });
  };
  const unsaved = () => {
    const isSaved = account !== undefined && changes === 0;
    return isSaved || form.current === null ? undefined : requestIn(form.current, draft);
  };
  return (
    <Page
      title={account?.label ?? "Add a sending account"}
      back={BACK}
      about={account?.is_default && <span className="s t3">Default</span>}
      actions={
        <>
          {!account && <ButtonLink to="/sending-accounts">Cancel</ButtonLink>}
          <Button type="submit" form={FORM_ID} look="primary" isBusy={save.isPending}>
            {account ? "Save" : "Add the account"}
          </Button>
        </>
      }
    >
      <ChangedElsewhere
        {...{ error: save.error, newer, isBusy: save.isPending, onTake: takeTheirs, onOverwrite: saveOver }}
        text="To save yours replaces all of it."
      />
      {account && <FailingNotice account={account} isTested={trial.answer?.sent === true} />}
      <div className="split-form">
        <AccountForm
          key={turn}
          account={began}
          draft={draft}
          errorFor={errorsOf(save.error, trial)}
          error={isElsewhere(save.error) ? null : save.error}
          onDraft={setDraft}
          onChange={onChange}
          formRef={form}
          onSave={(body) => save.mutate({ body, over: began, changes })}
        />
        <div className="stack">
          <TestBox fromAddress={account?.from_address} trial={trial} draft={unsaved} />
          {account ? (
            <>
              <DomainBox key={account.from_address} account={account} />
              <DeleteAccount account={account} />
            </>
          ) : (
            <Later />
          )}
        </div>
      </div>
    </Page>
  );
}

const Later = () => (
  <section className="box pad-box">
    <h2 className="b">DNS</h2>
    <p className="t2">
      Once it is added, see here whether its domain lets it send. Your first account becomes the default one.
    </p>
  </section>
);

/** Merges the errors of the service with those that a test found. */
const errorsOf = (error: unknown, trial: Trial): FieldErrors => {
  const refused = fieldErrorsOf(error);
  return (field, label) => refused(field, label) ?? trial.errorFor(field, label);
};

interface Saving {
  readonly body: AccountRequest;
  /** The account that the form began with or that the writer agreed to overwrite; undefined for a new one. */
  readonly over: Account | undefined;
  /** The number of changes when the save began; later changes are still unsaved. */
  readonly changes: number;
}

function useSave(onSaved: (account: Account, changes: number) => void) {
  const { api, session } = usePanel();
  const toast = useToast();
  const moveOn = useMoveOn();
  const replace = (body: AccountRequest, over: Account): Promise<Account> => {
    const params = { path: { id: over.id } };
    return replaceUnchanged({
      ...{ over, session },
      read: () => recordOf(api.GET("/api/v1/smtp-accounts/{id}", { params })),
      write: (header) => recordOf(api.PUT("/api/v1/smtp-accounts/{id}", { params: { ...params, header }, body })),
    });
  };
  return useAction({
    run: ({ body, over }: Saving, { api: keyed }): Promise<Account> =>
      over ? replace(body, over) : recordOf(keyed.POST("/api/v1/smtp-accounts", { body })),
    contentOf: ({ body, over }) => [body, over?.id],
    onSuccess: (saved, { over, changes }) => {
      onSaved(saved, changes);
      toast(`“${saved.label}” is saved.`);
      if (!over) moveOn(`/sending-accounts/${saved.id}`);
    },
  });
}
