import { useSetUp } from "../../api/use-set-up.ts";
import { Icon } from "../../components/icon.tsx";
import { Snippets } from "../../components/snippets.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { StepItem } from "../../components/step-item.tsx";
import { FIRST_REQUEST, sendSnippets } from "../../explain/send-snippets.ts";
import { stepsOf } from "../../explain/set-up-steps.ts";
import { usePanel } from "../../session/session-context.tsx";

/** Stands in for an empty list and leads to the first notification. */
export function FirstSend() {
  const { config } = usePanel();
  const now = useSetUp(false);
  const steps = now ? stepsOf(now).slice(0, -1) : [];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className="empty stack">
      <Icon name="notifications" size={24} className="t3" />
      <h2>No notification yet</h2>
      <p className="t2">Each email and chat message will be a row here, with what became of it and why.</p>
      <ol className="box">
        {steps.map((step) => (
          <StepItem key={step.to} step={step} isNext={next === step} />
        ))}
        <li className="item first-send">
          <ToneIcon tone="note" />
          <div className="stack tight grow">
            <div className="col">
              <span className="b">Send a first notification</span>
              <span className="t3 s">This page shows it as soon as it is accepted.</span>
            </div>
            <Snippets of={sendSnippets(config.base_url, FIRST_REQUEST)} />
          </div>
        </li>
      </ol>
    </section>
  );
}
