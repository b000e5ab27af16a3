import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf, type Schemas } from "../../api/client.ts";
import { useFailing } from "../../api/use-failing.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Status } from "../../components/status.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { serverText } from "./account-fields.ts";

type Account = Schemas["SendingAccount"];

const COLUMNS: readonly Column<Account>[] = [
  {
    header: "Account",
    isName: true,
    cell: ({ id, label, is_default }) => (
      <span className="row wrap">
        <Link to={`/sending-accounts/${id}`}>{label}</Link>
        {is_default && <span className="s t3">Default</span>}
      </span>
    ),
  },
  { header: "Status", cell: ({ id }) => <Health id={id} /> },
  {
    header: "Sends as",
    cell: ({ from_name, from_address }) => (from_name ? `${from_name} <${from_address}>` : from_address),
  },
  { header: "Through", cell: (account) => <Through account={account} /> },
  {
    header: "Recipients",
    cell: ({ trusted_domains }) => (trusted_domains.length > 0 ? trusted_domains.join(", ") : "anywhere"),
  },
];

/** In test mode the server of an account is only noted, and never contacted. */
function Through({ account }: { readonly account: Account }) {
  const { mode } = usePanel();
  return mode === "test" ? "the sandbox" : serverText(account);
}

/** The service reports only accounts that fail, so an unused account shows no problem. */
function Health({ id }: { readonly id: string }) {
  const failing = useFailing("sending_account_failing");
  if (failing === undefined) return null;
  return failing.has(id) ? <Status tone="bad">Does not deliver</Status> : <Status tone="ok">No problem</Status>;
}

const ABOUT = {
  live: "The mail servers that your emails leave through",
  test: "Their senders and rules apply, but no server is contacted: mails go to the sandbox",
} as const;

const FIRST = {
  live: "Emails need one. Have the host, the port and the sign-in of your mail provider at hand.",
  test: "Emails need one in test mode too: its sender and its rules apply, and its server is never contacted.",
} as const;

export function AccountsPage() {
  const { api, mode } = usePanel();
  const query = useQuery({ queryKey: ["sending-accounts"], queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")) });
  const create = (
    <ButtonLink to="/sending-accounts/new" look="primary" icon="plus">
      Add an account
    </ButtonLink>
  );
  return (
    <Page
      title="Sending accounts"
      about={<span className="s t3 cut desk">{ABOUT[mode]}</span>}
      isWhole
      actions={query.data?.length !== 0 && create}
    >
      <div className="body">
        <QueryView query={query} what="the sending accounts">
          {(accounts) =>
            accounts.length > 0 ? (
              <DataTable caption="Sending accounts" columns={COLUMNS} rows={accounts} keyOf={({ id }) => id} isWhole />
            ) : (
              <EmptyState icon="account" title="No sending account yet" action={create}>
                {FIRST[mode]}
              </EmptyState>
            )
          }
        </QueryView>
      </div>
    </Page>
  );
}
