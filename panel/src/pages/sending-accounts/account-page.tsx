import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";
import { AccountForm } from "./account-form.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { TestSend } from "./test-send.tsx";

const BACK = { to: "/sending-accounts", label: "Sending accounts" } as const;

/** `/sending-accounts/new`, and one account. */
export function AccountPage() {
  const { id } = useParams<{ id: string }>();
  if (id !== "new") return <KnownAccount id={id} />;
  return (
    <Page title="Add a sending account" back={BACK} intro="The first account becomes the default one.">
      <AccountForm />
    </Page>
  );
}

function KnownAccount({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["sending-accounts", id],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts/{id}", { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} what="the sending account">
      {(account: Account) => (
        <Page
          title={account.label}
          back={BACK}
          intro={account.is_default ? "The default account: used when a notification names none." : undefined}
        >
          <TestSend account={account} />
          <AccountForm account={account} />
          <DeleteAccount account={account} />
        </Page>
      )}
    </QueryView>
  );
}
