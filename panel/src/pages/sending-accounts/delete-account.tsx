import { doneOf } from "../../api/client.ts";
import { DeleteCard } from "../../components/delete-card.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";

export function DeleteAccount({ account: { id, label, is_default } }: { readonly account: Account }) {
  const { api } = usePanel();
  return (
    <DeleteCard
      what="the account"
      name={label}
      hint="Mails that wait for it will fail. What was sent keeps its history."
      remove={() => doneOf(api.DELETE("/api/v1/smtp-accounts/{id}", { params: { path: { id } } }))}
      leave={{ to: "/sending-accounts", gone: ["sending-accounts", id] }}
    >
      <p>Mails that wait for this account cannot be sent any more and will fail.</p>
      {is_default && <p>It is the default account: notifications that name none are refused until another is.</p>}
    </DeleteCard>
  );
}
