import type { FormEvent } from "react";
import { Link } from "wouter";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { Status, ToneIcon } from "../../components/status.tsx";
import { durationText } from "../../explain/times.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { AccountRequest } from "./account-fields.ts";
import { shownSteps, type TrialAnswer, type TriedServer } from "./trial-steps.ts";
import type { Trial } from "./use-trial.ts";

interface TestBoxProps {
  readonly fromAddress: string | undefined;
  readonly trial: Trial;
  /** Returns the unsaved fields, or undefined when everything is saved. */
  readonly draft: () => AccountRequest | undefined;
}

const NOTE = {
  live: "It tests the fields as they stand, saved or not, and stores nothing.",
  test: "In test mode it contacts no server: the mail goes to the sandbox, and host, port and sign-in are not tried.",
} as const;

/** Sends a test mail through the account and shows the result step by step. */
export function TestBox({ fromAddress, trial, draft }: TestBoxProps) {
  const { mode } = usePanel();
  const { answer, server, endedAt, ms } = trial;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    trial.start(textsOf(event.currentTarget).recipient ?? "", draft());
  };
  return (
    <section className="box" aria-labelledby="test-box">
      <div className="box-head">
        <h2 id="test-box">Test</h2>
        <span className="grow" />
        {endedAt && (
          <span className="s t3 num">
            {endedAt}
            {ms !== undefined && `, took ${durationText(ms)}`}
          </span>
        )}
      </div>
      <form className="row line-top test-row" onSubmit={submit}>
        <div className="grow">
          <TextField
            name="recipient"
            label="Send a test mail to"
            type="email"
            placeholder={fromAddress}
            isOptionalSaid={false}
          />
        </div>
        <Button type="submit" icon="sent" isBusy={trial.isPending}>
          {trial.isPending ? "Sending…" : "Send a test"}
        </Button>
      </form>
      <p className="s t3 test-note">{NOTE[mode]}</p>
      {trial.error != null && <Problem title="The test did not work" error={trial.error} />}
      {answer && <Result server={server} answer={answer} />}
    </section>
  );
}

function Result({ server, answer }: { readonly server: TriedServer; readonly answer: TrialAnswer }) {
  return (
    <>
      {answer.sent ? <Taken answer={answer} /> : <Refused answer={answer} />}
      <ol className="line-top steps" aria-label="Steps of the test">
        {shownSteps(server, answer).map(({ step, text, tone, ms }) => (
          <li key={step} className="row">
            <span className={tone === "off" ? "grow t3" : "grow"}>
              <Status tone={tone}>{text}</Status>
            </span>
            <span className="s t3 num">{ms === undefined ? "not done" : `${ms} ms`}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Taken({ answer: { recipient, message_id } }: { readonly answer: TrialAnswer }) {
  const { config, mode } = usePanel();
  const mailbox = mode === "live" ? config.tools.find(({ label }) => label === "Mailbox") : undefined;
  return (
    <div className="notice good line-top" role="status">
      <ToneIcon tone="ok" />
      <div className="grow">
        <p>
          {mode === "test" ? "The sandbox took" : "The server accepted"} the test mail for {recipient}.
        </p>
        <p className="s t2 mono wrap">{message_id}</p>
        {mode === "test" && (
          <Link className="link" to="/sandbox">
            Open the sandbox
          </Link>
        )}
        {mailbox && (
          <a className="link" href={mailbox.url} target="_blank" rel="noreferrer">
            Open the mailbox
          </a>
        )}
      </div>
    </div>
  );
}

const Refused = ({ answer: { explanation, response } }: { readonly answer: TrialAnswer }) => (
  <div className="notice wrong line-top" role="alert">
    <ToneIcon tone="bad" />
    <div className="grow">
      <strong className="b">{explanation.summary}</strong>
      <p className="t2">{explanation.what_to_do}</p>
      {response && <pre className="code wrap">{response}</pre>}
    </div>
  </div>
);
