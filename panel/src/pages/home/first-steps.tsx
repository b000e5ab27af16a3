import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Icon } from "../../components/icon.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { isSetUp, type SetUp, stepsOf } from "./steps.ts";

/** Shown until the first notification has been sent. */
export function FirstSteps({ hasSent }: { readonly hasSent: boolean }) {
  const { api } = usePanel();
  const accounts = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
  });
  const keys = useQuery({ queryKey: ["api-keys"], queryFn: () => answerOf(api.GET("/panel/api/api-keys")) });
  if (!accounts.data || !keys.data) return null;
  const now: SetUp = {
    hasAccount: accounts.data.length > 0,
    hasKey: keys.data.some(({ revoked_at }) => revoked_at === undefined),
    hasSent: hasSent || keys.data.some(({ last_used_at }) => last_used_at !== undefined),
  };
  if (isSetUp(now)) return null;
  return (
    <section className="card" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol className="steps">
        {stepsOf(now).map(({ title, text, to, isDone }) => (
          <li key={to} className={isDone ? "done" : ""}>
            <span className="dot">{isDone && <Icon name="check" />}</span>
            <div>
              <Link to={to}>{title}</Link>
              {isDone && <span className="badge good">Done</span>}
              <p className="t2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
