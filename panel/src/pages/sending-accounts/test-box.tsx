import type { FormEvent } from "react";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { MoodIcon, Status } from "../../components/status.tsx";
import { durationText } from "../../explain/times.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";
import type { TrialAnswer } from "./trial-steps.ts";
import { shownSteps } from "./trial-steps.ts";
import type { Trial } from "./use-trial.ts";

interface TestBoxProps {
  readonly account: Account;
  readonly trial: Trial;
  /** The fields say something else than what is saved, and tested. */
  readonly isChanged: boolean;
}

/** A mail through the account: what came of it, step by step. */
export function TestBox({ account, trial, isChanged }: TestBoxProps) {
  const { answer, endedAt, ms } = trial;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    trial.start(textsOf(event.currentTarget).recipient ?? "");
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
            placeholder={account.from_address}
            isOptionalSaid={false}
          />
        </div>
        <Button type="submit" icon="sent" isBusy={trial.isPending}>
          {trial.isPending ? "Sending…" : "Send a test"}
        </Button>
      </form>
      {isChanged && <p className="s t3 test-note">It tests what is saved: save your changes first.</p>}
      {trial.error != null && <Problem title="The test did not work" error={trial.error} />}
      {answer && <Result account={account} answer={answer} />}
    </section>
  );
}

function Result({ account, answer }: { readonly account: Account; readonly answer: TrialAnswer }) {
  return (
    <>
      {answer.sent ? <Taken answer={answer} /> : <Refused answer={answer} />}
      <ol className="line-top steps" aria-label="Steps of the test">
        {shownSteps(account, answer).map(({ step, text, mood, ms }) => (
          <li key={step} className="row">
            <span className={mood === "off" ? "grow t3" : "grow"}>
              <Status mood={mood}>{text}</Status>
            </span>
            <span className="s t3 num">{ms === undefined ? "not done" : `${ms} ms`}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Taken({ answer: { recipient, message_id } }: { readonly answer: TrialAnswer }) {
  const { config } = usePanel();
  const mailbox = config.tools.find(({ label }) => label === "Mailbox");
  return (
    <div className="notice good line-top" role="status">
      <MoodIcon mood="ok" />
      <div className="grow">
        <p>The server accepted the test mail for {recipient}.</p>
        <p className="s t2 mono wrap">{message_id}</p>
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
    <MoodIcon mood="bad" />
    <div className="grow">
      <strong className="b">{explanation.summary}</strong>
      <p className="t2">{explanation.what_to_do}</p>
      {response && <pre className="code wrap">{response}</pre>}
    </div>
  </div>
);
