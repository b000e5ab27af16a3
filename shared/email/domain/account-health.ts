import type { AttemptOutcome } from "../../notifications/domain/delivery.ts";
import type { AttemptReport } from "../../notifications/domain/notification.ts";
import type { MailStage } from "./mail.ts";

/**
 * `doubtful` means that the server could not be reached at the last attempt. `failing` means that the server refused the credential, or
 * could not be reached for ten minutes. An account that never had a problem has no health.
 */
export const HEALTH_STATUSES = ["working", "doubtful", "failing"] as const;

export interface AccountHealth {
  readonly status: (typeof HEALTH_STATUSES)[number];
  /** The epoch millisecond since which the account has this status. */
  readonly sinceMs: number;
}

/** An account counts as failing when its server is unreachable for this long, or at once when the credential is refused (D40). */
const UNREACHABLE_MS = 600_000;

/** A finding is what an attempt shows about its account. A refused recipient or content only shows that the server answered. */
type Finding = "took" | "answered" | "credential-refused" | "unreachable";

/** An HTTP provider refuses the credential with these statuses. */
const REFUSES_CREDENTIAL = new Set([401, 403]);
/** A conversation that ends at one of these stages shows that the server is absent or silent. */
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
  // A permanent failure without an SMTP response comes from the account's settings; no server was asked.
  if (code === undefined) return isTerminal || !BEFORE_THE_MAIL.has(stage) ? undefined : "unreachable";
  if (stage === "authentication" && code >= 500) return "credential-refused";
  return stage === "request" && REFUSES_CREDENTIAL.has(code) ? "credential-refused" : "answered";
}

const BLAMES_ACCOUNT: ReadonlySet<Finding> = new Set(["credential-refused", "unreachable"]);

type HealthStatus = AccountHealth["status"];

/** The next status after a finding; a finding without an entry changes nothing. */
const NEXT: Readonly<Record<HealthStatus, Readonly<Partial<Record<Finding, HealthStatus>>>>> = {
  working: { "credential-refused": "failing", unreachable: "doubtful" },
  doubtful: { took: "working", answered: "working", "credential-refused": "failing", unreachable: "failing" },
  failing: { took: "working" },
};

/** These fields of an account decide its health. */
interface Known {
  readonly health?: AccountHealth | undefined;
  readonly serverChangedAt?: string | undefined;
}

/** True when the account's mails are known to fail. It is false after a change of server or credential, until an attempt has used it. */
export const isFailing = (account: Known): boolean => account.health?.status === "failing" && !isUntried(account);

const isUntried = ({ health, serverChangedAt }: Known): boolean =>
  health !== undefined && serverChangedAt !== undefined && Date.parse(serverChangedAt) > health.sinceMs;

/** Gives the account's health after an attempt; undefined when nothing changed, as after nearly every mail. */
export function healthAfter(account: Known, outcome: AttemptOutcome, nowMs: number): AccountHealth | undefined {
  const { status, sinceMs } = account.health ?? { status: "working", sinceMs: nowMs };
  const finding = findingOf(outcome);
  if (finding === undefined) return undefined;
  // An account that still fails after a change of its settings stays `failing`, with a new time, and is not announced a second time.
  if (status === "failing" && isUntried(account) && BLAMES_ACCOUNT.has(finding)) return { status, sinceMs: nowMs };
  const next = NEXT[status][finding];
  const isTooSoon = finding === "unreachable" && status === "doubtful" && nowMs - sinceMs < UNREACHABLE_MS;
  return next === undefined || isTooSoon ? undefined : { status: next, sinceMs: nowMs };
}
