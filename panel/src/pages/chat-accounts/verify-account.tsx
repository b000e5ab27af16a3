import { answerOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { Status } from "../../components/status.tsx";
import type { ChatAccount } from "./account-draft.ts";
import { checkName, checkText } from "./labels.ts";
import { Verified } from "./verified.tsx";

type Check = Schemas["ChatAccountVerification"]["checks"][number];

const COLUMNS: readonly Column<Check>[] = [
  {
    header: "Check",
    isName: true,
    cell: (check) => (
      <span className="row wrap">
        {checkName(check.name)}
        <Status tone={checkText(check).tone}>{checkText(check).text}</Status>
      </span>
    ),
  },
  { header: "Here", cell: (check) => <code>{checkText(check).here}</code> },
  { header: "At the cloud provider", cell: (check) => <code>{checkText(check).there}</code> },
];

/** Compares the entered ids with those at the cloud provider. */
export function VerifyAccount({ account: { id, updated_at, verification } }: { readonly account: ChatAccount }) {
  const verify = useAction({
    run: (_, { api }) => answerOf(api.POST("/admin/api/chat-accounts/{id}/verify", { params: { path: { id } } })),
    seen: updated_at,
  });
  return (
    <section className="card" aria-labelledby="verify">
      <div className="row-between">
        <div>
          <h2 id="verify">Compare with the cloud provider</h2>
          <p className="t2">Reads the linked account and number, and keeps what it finds.</p>
        </div>
        <Button icon="shield" isBusy={verify.isPending} onClick={() => verify.mutate()}>
          Verify
        </Button>
      </div>
      {!verify.isSuccess && verification && <LastTime verification={verification} />}
      {verify.isError && <Problem title="Not compared" error={verify.error} />}
      {verify.isSuccess && (
        <div role="status" className="stack">
          <Notice kind={verify.data.ok ? "good" : "warn"}>
            <p>{verify.data.ok ? "Everything agrees." : "Something differs: correct it here or at the provider."}</p>
          </Notice>
          <DataTable caption="Checks" columns={COLUMNS} rows={verify.data.checks} keyOf={({ name }) => name} />
        </div>
      )}
    </section>
  );
}

/** Shows the stored result of the last verification. */
const LastTime = ({ verification }: { readonly verification: NonNullable<ChatAccount["verification"]> }) => (
  <div className="row wrap">
    <Verified verification={verification} />
    {verification.problems.length > 0 && <span className="t2">{verification.problems.map(checkName).join(", ")}</span>}
  </div>
);
