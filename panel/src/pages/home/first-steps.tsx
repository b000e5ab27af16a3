import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Box } from "../../components/box.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { MoodIcon } from "../../components/status.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { isSetUp, type SetUp, stepsOf } from "./steps.ts";

/** Shown until each of them is done, to everybody. */
export function FirstSteps({ hasSent }: { readonly hasSent: boolean }) {
  const { api } = usePanel();
  const accounts = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
  });
  const keys = useQuery({
    queryKey: ["api-keys"],
    queryFn: () => answerOf(api.GET("/panel/api/api-keys", { params: { query: { details: "true" } } })),
  });
  if (!accounts.data || !keys.data) return null;
  const now: SetUp = {
    hasAccount: accounts.data.length > 0,
    hasKey: keys.data.some(({ revoked_at }) => revoked_at === undefined),
    hasSent: hasSent || keys.data.some(({ last_used_at }) => last_used_at !== undefined),
  };
  if (isSetUp(now)) return null;
  const steps = stepsOf(now);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Box title="First steps">
      <ol>
        {steps.map(({ title, verb, text, to, isDone }) => (
          <li key={to} className="item">
            <MoodIcon mood={isDone ? "ok" : "note"} />
            <div className="grow col">
              <Link className="b" to={to}>
                {title}
                {isDone && <span className="vh"> (done)</span>}
              </Link>
              <span className="t3 s">{text}</span>
            </div>
            {next?.to === to && (
              <ButtonLink to={to} look="primary" isSmall>
                {verb}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Box>
  );
}
