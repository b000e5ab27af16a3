import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type EmailTemplate, givenSamples } from "./template-draft.ts";

interface TestMailProps {
  readonly template: EmailTemplate;
  readonly samples: Readonly<Record<string, string>>;
  readonly isChanged: boolean;
}

/** Queues the saved template like any notification, through the default account. */
export function TestMail({ template: { id }, samples, isChanged }: TestMailProps) {
  const { api } = usePanel();
  const test = useMutation({
    mutationFn: (recipient: string) =>
      answerOf(
        api.POST("/panel/api/templates/{id}/test", {
          params: { path: { id } },
          body: { recipient, variables: givenSamples(samples) },
        }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate(textsOf(event.currentTarget).recipient ?? "");
  };
  return (
    <section className="card" aria-labelledby="test-mail">
      <h2 id="test-mail">Send a test mail</h2>
      {isChanged && <p className="t2">The test sends what is saved. Save your changes first to see them.</p>}
      <form className="choices" onSubmit={submit}>
        <TextField name="recipient" label="To" type="email" required />
        <Button type="submit" icon="sent" isBusy={test.isPending}>
          Send the test
        </Button>
      </form>
      {test.isSuccess && (
        <div role="status">
          <Notice kind="good">
            <p>
              Queued. <Link to={`/notifications/${test.data.id}`}>See what becomes of it</Link>
            </p>
          </Notice>
        </div>
      )}
      {test.isError && <Problem title="Not accepted" error={test.error} />}
    </section>
  );
}
