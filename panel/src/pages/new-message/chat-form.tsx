import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { type FieldErrors, fieldErrorsOf } from "../../api/field-errors.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { TemplateChoices, TemplateValues } from "../conversations/template-choice.tsx";
import { previewOf } from "../conversations/template-preview.tsx";
import { TemplateText } from "../conversations/template-text.tsx";
import { type ChatDraft, type ChatTemplate, chatOf, EMPTY_CHAT, isComplete } from "./chat-draft.ts";
import { LaterField } from "./later-field.tsx";
import { NotSent } from "./not-sent.tsx";
import { chosenOf, useChatAccounts } from "./use-accounts.ts";
import { useSend } from "./use-send.ts";

const FIELDS = ["chat_account_id", "recipient", "send_at"];

/** Sends an approved template to a telephone. The message begins the conversation with the customer, or continues it. */
export function ChatForm() {
  const accounts = useChatAccounts();
  return (
    <QueryView query={accounts} what="the WhatsApp numbers">
      {(all) => (all.length === 0 ? <NoAccount /> : <Form accounts={all} />)}
    </QueryView>
  );
}

const NoAccount = () => (
  <EmptyState icon="number" title="No WhatsApp number yet">
    An administrator connects the number from which messages leave.
  </EmptyState>
);

type Accounts = NonNullable<ReturnType<typeof useChatAccounts>["data"]>;

function Form({ accounts }: { readonly accounts: Accounts }) {
  const [draft, setDraft] = useState(EMPTY_CHAT);
  const { allowLeaving } = useLeaveGuard(draft !== EMPTY_CHAT);
  const send = useSend(allowLeaving);
  const accountId = chosenOf(accounts, draft.accountId)?.id ?? "";
  const templates = useApproved(accountId);
  const chosen = templates.data?.find(({ id }) => id === draft.templateId);
  const errors = fieldErrorsOf(send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(chosen, draft.values)) send.mutate(chatOf({ ...draft, accountId }));
  };
  return (
    <div className="columns">
      <form className="card form" onSubmit={submit}>
        <AddressFields accounts={accounts} draft={{ ...draft, accountId }} errors={errors} onChange={setDraft} />
        <QueryView query={templates} what="the chat templates">
          {(all) => <TemplateFields templates={all} chosen={chosen} draft={draft} onChange={setDraft} />}
        </QueryView>
        <LaterField
          value={draft.sendAt}
          error={errors("send_at", "Time")}
          onChange={(sendAt) => setDraft({ ...draft, sendAt })}
        />
        {send.isError && <NotSent error={send.error} fields={FIELDS} />}
        <footer className="form-actions">
          {!isComplete(chosen, draft.values) && <span className="s t3">Choose a template and fill in its values.</span>}
          <ButtonLink to="/conversations">Cancel</ButtonLink>
          <Button
            type="submit"
            look="primary"
            icon="sent"
            isBusy={send.isPending}
            disabled={!isComplete(chosen, draft.values)}
          >
            {draft.sendAt === undefined ? "Send" : "Schedule"}
          </Button>
        </footer>
      </form>
      <section className="card beside" aria-label="Preview">
        <h2>What the customer will see</h2>
        <div className="wa">
          {chosen ? (
            <div className="msg out">
              <TemplateText {...previewOf(chosen, draft.values)} />
            </div>
          ) : (
            <p className="t2">Choose a template.</p>
          )}
        </div>
      </section>
    </div>
  );
}

/** Returns the templates that the platform allows to be sent from this number. */
function useApproved(accountId: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
    select: (all) => all.filter((one) => one.can_send && one.chat_account_id === accountId),
  });
}

interface ChatFieldsProps {
  readonly draft: ChatDraft;
  readonly onChange: (draft: ChatDraft) => void;
}

interface AddressFieldsProps extends ChatFieldsProps {
  readonly accounts: Accounts;
  readonly errors: FieldErrors;
}

const AddressFields = ({ accounts, draft, errors, onChange }: AddressFieldsProps) => (
  <div className="grid">
    <SelectField
      label="From"
      options={accounts.map(({ id, label }) => ({ value: id, label }))}
      value={draft.accountId}
      error={errors("chat_account_id", "From")}
      onChange={(accountId) => onChange({ ...draft, accountId, templateId: "", values: {} })}
    />
    <TextField
      label="To"
      type="tel"
      required
      placeholder="+351 912 345 678"
      hint="The number with its country, such as +351."
      value={draft.to}
      error={errors("recipient", "To")}
      onChange={({ target }) => onChange({ ...draft, to: target.value })}
    />
  </div>
);

interface TemplateFieldsProps extends ChatFieldsProps {
  readonly templates: readonly ChatTemplate[];
  readonly chosen: ChatTemplate | undefined;
}

function TemplateFields({ templates, chosen, draft, onChange }: TemplateFieldsProps) {
  if (templates.length === 0)
    return (
      <p className="t2">
        This number has no approved template yet.{" "}
        <Link className="link" to="/chat-templates">
          Chat templates
        </Link>
      </p>
    );
  return (
    <>
      <TemplateChoices
        templates={templates}
        chosen={chosen}
        onChoose={(templateId) => onChange({ ...draft, templateId, values: {} })}
      />
      {chosen && (
        <TemplateValues
          key={chosen.id}
          template={chosen}
          values={draft.values}
          onChange={(values) => onChange({ ...draft, values })}
        />
      )}
    </>
  );
}
