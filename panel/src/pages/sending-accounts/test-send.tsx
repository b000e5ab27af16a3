import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { answerOf } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";

interface TestRequest {
  /** Empty for the account's own address. */
  readonly recipient: string;
  /** Of the account: what the answer is about. */
  readonly version: string;
}

/** Sends at once, outside the queue, and shows what the server said. */
export function TestSend({ account: { id, from_address, updated_at } }: { readonly account: Account }) {
  const { api } = usePanel();
  const test = useMutation({
    mutationFn: ({ recipient }: TestRequest) =>
      answerOf(
        api.POST("/api/v1/smtp-accounts/{id}/test", {
          params: { path: { id } },
          body: recipient ? { recipient } : {},
        }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate({ recipient: textsOf(event.currentTarget).recipient ?? "", version: updated_at });
  };
  // The settings that were tried may have been changed since.
  const isOfThese = test.variables?.version === updated_at;
  return (
    <section className="card" aria-labelledby="test-send">
      <h2 id="test-send">Try it out</h2>
      <form className="choices" onSubmit={submit}>
        <TextField
          name="recipient"
          label="Send a test mail to"
          type="email"
          placeholder={from_address}
          isOptionalSaid={false}
        />
        <Button type="submit" icon="sent" isBusy={test.isPending}>
          {test.isPending ? "Sending, up to 20 seconds" : "Send a test"}
        </Button>
      </form>
      {isOfThese && test.isSuccess && (
        <div role="status">
          <Notice kind="good">
            <p>The server accepted the test mail for {test.variables.recipient || from_address}.</p>
          </Notice>
        </div>
      )}
      {isOfThese && test.isError && <Problem title="The test did not work" error={test.error} />}
    </section>
  );
}
