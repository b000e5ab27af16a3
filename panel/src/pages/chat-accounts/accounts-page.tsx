import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatAccount } from "./account-draft.ts";
import { ownerText, useOwnerNames } from "./use-owners.ts";
import { Verified } from "./verified.tsx";

/** An account may have thousands of owners; a line of the table shows this many. */
const SHOWN_OWNERS = 3;

type Names = ReturnType<typeof useOwnerNames>;

/** Shows owners by name where the name is known. */
function ownersText(owners: readonly string[], names: Names): string {
  const more = owners.length - SHOWN_OWNERS;
  const shown = owners
    .slice(0, SHOWN_OWNERS)
    .map((id) => ownerText(id, names))
    .join(", ");
  return more > 0 ? `${shown} and ${more.toLocaleString("en")} more` : shown;
}

const columnsOf = (names: Names): readonly Column<ChatAccount>[] => [
  {
    header: "Account",
    isName: true,
    cell: ({ id, label, is_default, ownership_type }) => (
      <span className="row wrap">
        <Link to={`/admin/chat-accounts/${id}`}>{label}</Link>
        {is_default && <span className="s t3">Default</span>}
        {ownership_type === "customer_owned" && <span className="s t3">of one customer</span>}
      </span>
    ),
  },
  { header: "Owners", cell: ({ owners }) => ownersText(owners, names) },
  { header: "Number", cell: ({ origination_phone_number_id }) => <code>{origination_phone_number_id}</code> },
  { header: "Verified", cell: ({ verification }) => <Verified verification={verification} /> },
  {
    header: "Sends",
    cell: ({ provider_phone_number_id }) => (provider_phone_number_id ? "everything" : "templates only"),
  },
];

/** The service refuses callers without the administrator role, and the page shows its message. */
export function ChatAccountsPage() {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-accounts"],
    queryFn: () => answerOf(api.GET("/admin/api/chat-accounts", { params: { query: { details: "true" } } })),
  });
  const create = (
    <ButtonLink to="/admin/chat-accounts/new" look="primary" icon="plus">
      Add a chat account
    </ButtonLink>
  );
  return (
    <Page
      title="Chat accounts"
      about={<span className="s t3 cut desk">The numbers that chat messages leave from</span>}
      isWhole
      actions={query.data?.length !== 0 && create}
    >
      <div className="body">
        <QueryView query={query} what="the chat accounts">
          {(accounts) =>
            accounts.length > 0 ? (
              <Accounts accounts={accounts} />
            ) : (
              <EmptyState icon="people" title="No chat account yet" action={create}>
                Link a business account at the cloud provider first; its identifiers are asked for here.
              </EmptyState>
            )
          }
        </QueryView>
      </div>
    </Page>
  );
}

function Accounts({ accounts }: { readonly accounts: readonly ChatAccount[] }) {
  const names = useOwnerNames(accounts.flatMap(({ owners }) => owners.slice(0, SHOWN_OWNERS)));
  return (
    <DataTable caption="Chat accounts" columns={columnsOf(names)} rows={accounts} keyOf={({ id }) => id} isWhole />
  );
}
