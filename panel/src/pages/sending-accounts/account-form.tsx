import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { errorText } from "../../api/api-error.ts";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { SelectField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Account, type AccountRequest, accountRequest, providersFor } from "./account-fields.ts";
import { DomainFields, SenderFields } from "./common-fields.tsx";
import { HttpApiFields } from "./http-api-fields.tsx";
import { SmtpFields } from "./smtp-fields.tsx";

/** All fields of an account, for both providers. Replaces the account when there is one, else creates it. */
export function AccountForm({ account }: { readonly account?: Account }) {
  const { config } = usePanel();
  const [provider, setProvider] = useState<string>(account?.provider ?? "smtp");
  const save = useSave(account);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(accountRequest(textsOf(event.currentTarget)));
  };
  const message = save.isError ? errorText(save.error).message : "";
  const fields = { account, message };
  return (
    <form className="card form" onSubmit={submit}>
      <SenderFields {...fields} />
      <fieldset>
        <legend>Delivery</legend>
        <div className="wide">
          <SelectField
            name="provider"
            label="Provider"
            options={providersFor(config.http_api_provider, account?.provider)}
            value={provider}
            onChange={(value) => setProvider(value)}
          />
        </div>
        {provider === "smtp" ? <SmtpFields {...fields} /> : <HttpApiFields {...fields} />}
      </fieldset>
      <DomainFields {...fields} />
      {save.isError && <Problem title="Not saved" error={save.error} />}
      <div className="form-actions">
        <ButtonLink to="/sending-accounts">Cancel</ButtonLink>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {account ? "Save" : "Add the account"}
        </Button>
      </div>
    </form>
  );
}

function useSave(account: Account | undefined) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: AccountRequest): Promise<Account> =>
      account
        ? answerOf(api.PUT("/api/v1/smtp-accounts/{id}", { params: { path: { id: account.id } }, body }))
        : answerOf(api.POST("/api/v1/smtp-accounts", { body })),
    onSuccess: ({ id, label }) => {
      toast(`“${label}” is saved.`);
      if (!account) navigate(`/sending-accounts/${id}`);
    },
  });
}
