import { doneOf } from "../../api/client.ts";
import { DeleteCard } from "../../components/delete-card.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatAccount } from "./account-draft.ts";

export function DeleteChatAccount({ account: { id, label, owners } }: { readonly account: ChatAccount }) {
  const { api } = usePanel();
  return (
    <DeleteCard
      what="the account"
      name={label}
      hint="The number stays linked at the cloud provider. Conversations keep their history."
      remove={() => doneOf(api.DELETE("/admin/api/chat-accounts/{id}", { params: { path: { id } } }))}
      leave={{ to: "/admin/chat-accounts", gone: ["chat-accounts", id] }}
    >
      <p>
        {owners.length === 1 ? "Its owner" : `Its ${owners.length} owners`} can send nothing through it any more, what
        waits for it will fail, and new messages of customers are not taken in.
      </p>
    </DeleteCard>
  );
}
