import { useMutation } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";
import type { TrialAnswer } from "./trial-steps.ts";

export interface Trial {
  /** Empty for the account's own address. */
  readonly start: (recipient: string) => void;
  readonly isPending: boolean;
  /** Of the settings as they are; what was tried before a change says nothing any more. */
  readonly answer: TrialAnswer | undefined;
  readonly error: unknown;
  /** The end of it, and how long it took. */
  readonly endedAt: string | undefined;
  readonly ms: number | undefined;
  /** The test's word on a field. */
  readonly errorFor: (field: string) => string | undefined;
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

interface TrialRequest {
  readonly id: string;
  readonly recipient: string;
  /** Of the account: what the answer is about. */
  readonly version: string;
}

/** A test goes out at once, outside the queue. */
export function useTrial(account: Account | undefined): Trial {
  const { api } = usePanel();
  const trial = useMutation({
    mutationFn: async ({ id, recipient }: TrialRequest) => {
      const call = { params: { path: { id } }, body: recipient ? { recipient } : {} };
      const answer = await answerOf(api.POST("/panel/api/sending-accounts/{id}/test", call));
      return { answer, endedAt: clock.format(new Date()) };
    },
  });
  const isOfThese = trial.variables?.version === account?.updated_at;
  const { answer, endedAt } = (isOfThese && trial.data) || {};
  return {
    start: (recipient) => account && trial.mutate({ id: account.id, recipient, version: account.updated_at }),
    isPending: trial.isPending,
    answer,
    error: isOfThese ? trial.error : undefined,
    endedAt,
    ms: answer?.steps.reduce((sum, { ms }) => sum + ms, 0),
    errorFor: (field) => (answer?.field === field ? `Refused in the test at ${endedAt}` : undefined),
  };
}
