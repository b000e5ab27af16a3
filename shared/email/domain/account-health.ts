import type { AttemptOutcome } from "../../notifications/domain/delivery.ts";
import type { AttemptReport } from "../../notifications/domain/notification.ts";
import type { MailStage } from "./mail.ts";

/**
 * `doubtful`: its server could not be reached the last time. `failing`: its credential was refused, or its server could not be
 * reached for ten minutes. An account that was never seen otherwise has no health.
 */
export const HEALTH_STATUSES = ["working", "doubtful", "failing"] as const;

export interface AccountHealth {
  readonly status: (typeof HEALTH_STATUSES)[number];
  /** Epoch milliseconds. */
  readonly sinceMs: number;
}

/** D40: an unreachable server is announced after this time, a refused credential at once. */
const UNREACHABLE_MS = 600_000;

/** An attempt's word on its account; of a refused recipient or content: only that the server was there. */
type Finding = "took" | "answered" | "credential-refused" | "unreachable";

/** Of an HTTP provider. */
const REFUSES_CREDENTIAL = new Set([401, 403]);
/** Where a conversation ends with a server that is not there, or says nothing. */
const BEFORE_THE_MAIL = new Set<string>([
  "resolve",
  "connect",
  "tls",
  "authentication",
  "request",
] satisfies readonly MailStage[]);

function findingOf(outcome: AttemptOutcome): Finding | undefined {
  if (outcome.kind === "sent") return "took";
  return outcome.kind === "failed" && outcome.report ? findingOfFailure(outcome.report, outcome.isTerminal) : undefined;
}

function findingOfFailure({ stage = "", code }: AttemptReport, isTerminal: boolean): Finding | undefined {
  // A permanent failure without the server's word is one of the account's settings: nobody was asked.
  if (code === undefined) return isTerminal || !BEFORE_THE_MAIL.has(stage) ? undefined : "unreachable";
  if (stage === "authentication" && code >= 500) return "credential-refused";
  return stage === "request" && REFUSES_CREDENTIAL.has(code) ? "credential-refused" : "answered";
}

const BLAMES_ACCOUNT: ReadonlySet<Finding> = new Set(["credential-refused", "unreachable"]);

type HealthStatus = AccountHealth["status"];

/** A finding that is missing changes nothing. */
const NEXT: Readonly<Record<HealthStatus, Readonly<Partial<Record<Finding, HealthStatus>>>>> = {
  working: { "credential-refused": "failing", unreachable: "doubtful" },
  doubtful: { took: "working", answered: "working", "credential-refused": "failing", unreachable: "failing" },
  failing: { took: "working" },
};

/** What is known of an account. */
interface Known {
  readonly health?: AccountHealth | undefined;
  readonly serverChangedAt?: string | undefined;
}

/** Whether mails through it are known not to leave. One whose owner has changed the server or the credential since has yet to be tried. */
export const isFailing = (account: Known): boolean => account.health?.status === "failing" && !isUntried(account);

const isUntried = ({ health, serverChangedAt }: Known): boolean =>
  health !== undefined && serverChangedAt !== undefined && Date.parse(serverChangedAt) > health.sinceMs;

/** The account's health after an attempt; undefined where nothing has changed, as after nearly every mail. */
export function healthAfter(account: Known, outcome: AttemptOutcome, nowMs: number): AccountHealth | undefined {
  const { status, sinceMs } = account.health ?? { status: "working", sinceMs: nowMs };
  const finding = findingOf(outcome);
  if (finding === undefined) return undefined;
  // It did not recover: nobody is told a second time, and it fails since now.
  if (status === "failing" && isUntried(account) && BLAMES_ACCOUNT.has(finding)) return { status, sinceMs: nowMs };
  const next = NEXT[status][finding];
  const isTooSoon = finding === "unreachable" && status === "doubtful" && nowMs - sinceMs < UNREACHABLE_MS;
  return next === undefined || isTooSoon ? undefined : { status: next, sinceMs: nowMs };
}
