import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeyTable } from "./key-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The dialog over the list: the form, or a key that is shown this once. */
type Open = { readonly kind: "create" } | { readonly kind: "new"; readonly apiKey: Schemas["NewApiKey"] };

export function ApiKeysPage() {
  const { api } = usePanel();
  const query = useQuery({ queryKey: ["api-keys"], queryFn: () => answerOf(api.GET("/panel/api/api-keys")) });
  const [open, setOpen] = useState<Open>();
  const show = (apiKey: Schemas["NewApiKey"]) => setOpen({ kind: "new", apiKey });
  const create = (
    <Button look="primary" onClick={() => setOpen({ kind: "create" })}>
      Create a key
    </Button>
  );
  return (
    <Page
      title="API keys"
      intro="Programs send notifications and read conversations with a key. Each key acts for you."
      actions={create}
    >
      <QueryView query={query} what="the API keys">
        {(keys) =>
          keys.length > 0 ? (
            <KeyTable keys={keys} onNewKey={show} />
          ) : (
            <EmptyState icon="key" title="No API key yet" action={create}>
              Create one for each program that sends, so that each can be revoked by itself.
            </EmptyState>
          )
        }
      </QueryView>
      {open?.kind === "create" && <CreateKeyDialog onCreated={show} onClose={() => setOpen(undefined)} />}
      {open?.kind === "new" && <NewKeyDialog apiKey={open.apiKey} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
