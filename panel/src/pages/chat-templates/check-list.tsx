import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { useSettled } from "../../api/use-settled.ts";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplateCheck, ChatTemplateRequest } from "./template-draft.ts";

const KEPT_MS = 10_000;

/** Asks the service to check the definition while it is being typed. */
export function useCheck(request: ChatTemplateRequest) {
  const { api } = usePanel();
  const asked = useSettled(JSON.stringify(request));
  return useQuery({
    queryKey: ["chat-template-check", asked],
    queryFn: ({ signal }) => answerOf(api.ask("/panel/api/chat-templates/check", { body: JSON.parse(asked), signal })),
    placeholderData: (before) => before,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  });
}

interface CheckListProps {
  readonly check: ChatTemplateCheck | undefined;
  readonly error: unknown;
}

export const CheckList = ({ check, error }: CheckListProps) => (
  <section className="card" aria-labelledby="rules">
    <h2 id="rules">Rules</h2>
    {error != null && <Problem error={error} />}
    <div role="status">
      {check?.problems.length === 0 && (
        <Notice kind="good">
          <p>Ready for the platform's review.</p>
        </Notice>
      )}
      {check !== undefined && check.problems.length > 0 && (
        <Notice kind="warn" title="Before it can be created">
          <ul className="bullets">
            {check.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
    {check !== undefined && check.parameters.length > 0 && (
      <>
        <h3>Values that a send will bring</h3>
        <ul className="bullets">
          {check.parameters.map(({ name, type }) => (
            <li key={name}>
              <code>{name}</code> {type !== "text" && <span className="t2">a public https address</span>}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
