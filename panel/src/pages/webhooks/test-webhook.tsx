import { answerOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { tookText, type Webhook } from "./webhook-draft.ts";

/** Posts a `webhook.test` now and shows the answer, even a failing one. */
export function TestWebhook({ webhook: { id, updated_at } }: { readonly webhook: Webhook }) {
  const test = useAction({
    run: (_, { api }) => answerOf(api.POST("/api/v1/webhooks/{id}/test", { params: { path: { id } } })),
    // A test of a changed webhook is a new request, even if the answer of the last one was lost.
    contentOf: () => updated_at,
  });
  return (
    <section className="card" aria-labelledby="test">
      <div className="row-between">
        <div>
          <h2 id="test">Test</h2>
          <p className="t2">Sends a webhook.test now and shows the answer.</p>
        </div>
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
      </div>
      {test.isError && <Problem title="No answer" error={test.error} />}
      {test.isSuccess && <Answer answer={test.data} />}
    </section>
  );
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

const Answer = ({ answer: { status_code, duration_ms, body } }: { readonly answer: Schemas["WebhookTestAnswer"] }) => (
  <div role="status">
    <Notice kind={isTaken(status_code) ? "good" : "warn"} title={`It answered ${status_code}.`}>
      <p>
        After {tookText(duration_ms)}. {!isTaken(status_code) && "An event would be tried again: only 2xx is success."}
      </p>
      {body && <pre className="code wrap">{body}</pre>}
    </Notice>
  </div>
);
