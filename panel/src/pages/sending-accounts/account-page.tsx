import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { recordOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { AccountEditor, BACK } from "./account-editor.tsx";

/** Serves `/sending-accounts/new` and the page of one account. */
export function AccountPage() {
  const { id } = useParams<{ id: string }>();
  return id === "new" ? <AccountEditor /> : <KnownAccount key={id} id={id} />;
}

function KnownAccount({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["sending-accounts", id],
    queryFn: () => recordOf(api.GET("/api/v1/smtp-accounts/{id}", { params: { path: { id } } })),
  });
  if (query.data !== undefined) return <AccountEditor account={query.data} />;
  return (
    <Page title="Sending account" back={BACK}>
      <QueryView query={query} what="the sending account">
        {() => null}
      </QueryView>
    </Page>
  );
}
