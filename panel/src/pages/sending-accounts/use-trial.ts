import { answerOf } from "../../api/client.ts";
import { type FieldErrors, fieldErrorsOf } from "../../api/field-errors.ts";
import { useAction } from "../../api/use-action.ts";
import type { Account, AccountRequest } from "./account-fields.ts";
import type { TrialAnswer, TriedServer } from "./trial-steps.ts";

export interface Trial {
  /** Starts a test: of the saved account if there is no draft, with a mail to the account's own address if the recipient is empty. */
  readonly start: (recipient: string, draft?: AccountRequest) => void;
  readonly isPending: boolean;
  /** The result of the test; undefined as soon as the settings differ from the tested ones. */
  readonly answer: TrialAnswer | undefined;
  /** The server that was tested. */
  readonly server: TriedServer;
  readonly error: unknown;
  /** The time at which the test ended. */
  readonly endedAt: string | undefined;
  readonly ms: number | undefined;
  /** Returns what the test says about a field. */
  readonly errorFor: FieldErrors;
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** The settings to test: those of the saved account, or a draft. */
interface Tried {
  readonly account: Account | undefined;
  /** The draft to test; absent when the saved settings are tested. */
  readonly draft?: AccountRequest | undefined;
  readonly recipient: string;
  /** Identifies the settings that the answer is about. */
  readonly version: string;
}

/**
 * Tests an account at once, without the queue.
 * @param version changes with the settings, so that the result for earlier settings is not shown for changed ones
 */
export function useTrial(account: Account | undefined, version: string): Trial {
  const trial = useAction({
    run: async ({ account: saved, draft, recipient }: Tried, { api }) => {
      const to = recipient ? { recipient } : {};
      const answer = await (saved && !draft
        ? answerOf(api.POST("/panel/api/sending-accounts/{id}/test", { params: { path: { id: saved.id } }, body: to }))
        : answerOf(api.POST("/panel/api/sending-accounts/test", { body: draftTrial(saved, draft, to) })));
      return { answer, endedAt: clock.format(new Date()), server: draft ?? saved ?? {} };
    },
    contentOf: ({ account: saved, draft, recipient, version: of }) => [saved?.id, draft, recipient, of],
  });
  const isOfThese = trial.variables?.version === version;
  const { answer, endedAt, server = {} } = (isOfThese && trial.data) || {};
  const error = isOfThese ? trial.error : null;
  const refused = fieldErrorsOf(error, "account.");
  return {
    start: (recipient, draft) => trial.mutate({ account, draft, recipient, version }),
    isPending: trial.isPending,
    answer,
    server,
    error,
    endedAt,
    ms: answer?.steps.reduce((sum, { ms }) => sum + ms, 0),
    errorFor: (field, label) =>
      refused(field, label) ?? (answer?.field === field ? `Refused in the test at ${endedAt}` : undefined),
  };
}

const NOTHING: AccountRequest = { label: "", from_address: "" };

const draftTrial = (saved: Account | undefined, draft = NOTHING, to: { readonly recipient?: string }) => ({
  account: draft,
  ...(saved && { account_id: saved.id }),
  ...to,
});
