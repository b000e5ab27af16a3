import type { FormEvent } from "react";
import { Link } from "wouter";
import { ApiError } from "../../api/api-error.ts";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Samples, valuesOf } from "./samples.ts";
import { type Draft, draftOf, type EmailTemplate, isSame } from "./template-draft.ts";
import { faultIn, faultText, type TemplateFault } from "./template-fault.ts";

interface TestMailProps {
  readonly template: EmailTemplate;
  readonly draft: Draft;
  readonly samples: Samples;
  readonly onClose: () => void;
}

const Wrong = ({ fault }: { readonly fault: TemplateFault }) => (
  <div className="notice wrong" role="alert">
    <ToneIcon tone="bad" />
    <div className="grow">
      <strong className="b">{fault.field === "body" ? "The body" : "The subject"} cannot be rendered</strong>
      <p>{faultText(fault)}</p>
    </div>
  </div>
);

/** Sends the saved template through the default account, as a notification like any other. */
export function TestMail({ template, draft, samples, onClose }: TestMailProps) {
  const { mode } = usePanel();
  const test = useAction({
    run: (recipient: string, { api }) =>
      answerOf(
        api.POST("/panel/api/templates/{id}/test", {
          params: { path: { id: template.id } },
          body: { recipient, ...valuesOf(samples) },
        }),
      ),
    // A template saved since is another mail and needs another idempotency key, even if the last answer was lost.
    contentOf: (recipient) => [recipient, template.updated_at, valuesOf(samples)],
  });
  const fault = test.error instanceof ApiError ? faultIn(test.error.detail) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate(textsOf(event.currentTarget).recipient ?? "");
  };
  return (
    <Dialog title="Send a test mail" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="t2">
          {mode === "test" ? "It goes to the sandbox" : "It goes through the default account"}, with the sample values.
          {!isSame(draft, draftOf(template)) && " It sends what is saved: save your changes first to see them."}
        </p>
        <TextField name="recipient" label="To" type="email" required data-autofocus />
        {test.isSuccess && (
          <div role="status">
            <Notice kind="good">
              <p>
                Queued.{" "}
                <Link className="link" to={`/notifications/${test.data.id}`}>
                  See what becomes of it
                </Link>
              </p>
            </Notice>
          </div>
        )}
        {test.isError && (fault ? <Wrong fault={fault} /> : <Problem title="Not accepted" error={test.error} />)}
        <div className="form-actions">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" icon="sent" isBusy={test.isPending}>
            Send the test
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
