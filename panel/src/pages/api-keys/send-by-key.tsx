import type { FormEvent } from "react";
import { apiErrorOf } from "../../api/api-error.ts";
import { textsOf } from "../../api/form.ts";
import { namingUnreachable } from "../../api/naming-unreachable.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { inTestMode, type Mode } from "../../session/mode.ts";

const TIMEOUT_MS = 30_000;

interface Keys {
  readonly apiKey: string;
  /** The idempotency key of the request. */
  readonly key: string;
}

/** Sends as a program would, with the API key and without the reader's session, and returns the notification's id. */
async function sendByKey({ apiKey, key }: Keys, recipient: string): Promise<string> {
  const response = await namingUnreachable(
    fetch("/api/v1/notifications", {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ recipient, subject: "Hello", body: "It works." }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw apiErrorOf(response.status, body, response.headers.get("retry-after"));
  return typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";
}

/** Sends a first email with the new key. The email's page opens in another window, because this dialog must stay open. */
export function SendByKey({ apiKey, mode }: { readonly apiKey: string; readonly mode: Mode }) {
  const test = useAction({ run: (recipient: string, { key }) => sendByKey({ apiKey, key }, recipient) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate(textsOf(event.currentTarget).recipient ?? "");
  };
  const page = `/notifications/${test.data}`;
  return (
    <form className="stack tight" onSubmit={submit}>
      <div className="choices">
        <div className="grow">
          {/* biome-ignore lint/a11y/noAutofocus: the reader has just opened this form */}
          <TextField name="recipient" label="Send a test to" type="email" required autoFocus />
        </div>
        <Button type="submit" icon="sent" isBusy={test.isPending}>
          Send
        </Button>
      </div>
      {test.isSuccess && (
        <p role="status">
          Queued.{" "}
          <a className="link" href={mode === "test" ? inTestMode(page) : page} target="_blank" rel="noreferrer">
            See what becomes of it
          </a>
        </p>
      )}
      {test.isError && <Problem title="Not accepted" error={test.error} />}
    </form>
  );
}
