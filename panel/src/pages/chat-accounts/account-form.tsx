import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { answerOf } from "../../api/client.ts";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { accountRequest, type ChatAccount, type ChatAccountRequest } from "./account-draft.ts";
import { CloudFields, OwnerFields, PlatformFields } from "./account-fields.tsx";

/** Replaces the account when there is one, else creates it. */
export function ChatAccountForm({ account }: { readonly account?: ChatAccount }) {
  const [isChanged, setIsChanged] = useState(false);
  const { allowLeaving } = useLeaveGuard(isChanged);
  const save = useSave(account, () => {
    allowLeaving();
    setIsChanged(false);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(accountRequest(textsOf(event.currentTarget)));
  };
  const fields = { account, errorFor: fieldErrorsOf(save.error) };
  return (
    <form className="card form" noValidate onSubmit={submit} onChange={() => setIsChanged(true)}>
      <OwnerFields {...fields} />
      <CloudFields {...fields} />
      <PlatformFields {...fields} />
      {save.isError && <Problem title="Not saved" error={save.error} />}
      <div className="form-actions">
        <ButtonLink to="/admin/chat-accounts">Cancel</ButtonLink>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {account ? "Save" : "Add the account"}
        </Button>
      </div>
    </form>
  );
}

function useSave(account: ChatAccount | undefined, onSaved: () => void) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: ChatAccountRequest): Promise<ChatAccount> =>
      account
        ? answerOf(api.PUT("/admin/api/chat-accounts/{id}", { params: { path: { id: account.id } }, body }))
        : answerOf(api.POST("/admin/api/chat-accounts", { body })),
    onSuccess: ({ id, label }) => {
      onSaved();
      toast(`“${label}” is saved.`);
      if (!account) navigate(`/admin/chat-accounts/${id}`);
    },
  });
}
