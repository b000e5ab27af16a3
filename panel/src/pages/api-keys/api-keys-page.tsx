import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useAskedForNew } from "../../layout/use-asked-for-new.ts";
import { usePanel } from "../../session/session-context.tsx";
import { KeyTable } from "./key-table.tsx";

const CreateKeyDialog = part(async () => (await import("./create-key-dialog.tsx")).CreateKeyDialog);
const NewKeyDialog = part(async () => (await import("./new-key-dialog.tsx")).NewKeyDialog);

/** The open dialog is the form, or a new key that is shown only once. */
type Open = { readonly kind: "create" } | { readonly kind: "new"; readonly apiKey: Schemas["NewApiKey"] };

export function ApiKeysPage() {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["api-keys"],
    queryFn: () => answerOf(api.GET("/panel/api/api-keys", { params: { query: { details: "true" } } })),
  });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (apiKey: Schemas["NewApiKey"]) => setOpen({ kind: "new", apiKey });
  useAskedForNew("/api-keys", () => setOpen({ kind: "create" }));
  const create = (
    <Button look="primary" icon="plus" onClick={() => setOpen({ kind: "create" })}>
      Create a key
    </Button>
  );
  return (
    <Page title="API keys" actions={create} isWhole>
      <div className="body">
        <QueryView query={query} what="the API keys">
          {(keys) => (keys.length > 0 ? <KeyTable keys={keys} onNewKey={show} /> : <NoKey />)}
        </QueryView>
      </div>
      <Suspense>
        {open?.kind === "create" && <CreateKeyDialog onCreated={show} onClose={close} />}
        {open?.kind === "new" && <NewKeyDialog apiKey={open.apiKey} onClose={close} />}
      </Suspense>
    </Page>
  );
}

const NoKey = () => (
  <EmptyState icon="key" title="No API key yet">
    Programs send notifications and read conversations with a key. Create one for each program, so that each can be
    revoked by itself.
  </EmptyState>
);
