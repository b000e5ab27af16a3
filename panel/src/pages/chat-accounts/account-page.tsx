import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { recordOf } from "../../api/client.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { ChatAccountForm } from "./account-form.tsx";
import { DeleteChatAccount } from "./delete-account.tsx";
import { NumberCard } from "./number-card.tsx";
import { VerifyAccount } from "./verify-account.tsx";

const BACK = { to: "/admin/chat-accounts", label: "Chat accounts" } as const;

/** Serves `/admin/chat-accounts/new` and the page of one account. */
export function ChatAccountPage() {
  const { id } = useParams<{ id: string }>();
  if (id !== "new") return <KnownAccount key={id} id={id} />;
  return (
    <Page title="Add a chat account" back={BACK} intro="Verify it once it is saved: typing errors show there.">
      <ChatAccountForm />
    </Page>
  );
}

function KnownAccount({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-accounts", id],
    queryFn: () =>
      recordOf(api.GET("/admin/api/chat-accounts/{id}", { params: { path: { id }, query: { details: "true" } } })),
  });
  return (
    <QueryView query={query} what="the chat account">
      {(account) => (
        <Page title={account.label} back={BACK} about={<CopyButton text={account.id} label="Copy the id" isSmall />}>
          <VerifyAccount account={account} />
          <div className="split-form">
            <ChatAccountForm account={account} />
            <div className="stack">
              <NumberCard account={account} />
              <DeleteChatAccount account={account} />
            </div>
          </div>
        </Page>
      )}
    </QueryView>
  );
}
