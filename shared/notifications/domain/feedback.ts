/** What is reported of a recipient after the mail has left: it was delivered, it came back, or the recipient complained. */
export const FEEDBACK_KINDS = ["delivered", "bounced", "complained"] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

export const BOUNCE_TYPES = ["permanent", "transient"] as const;
export type BounceType = (typeof BOUNCE_TYPES)[number];

/** A report that a notification keeps. There is at most one of a kind for each recipient, whatever is reported again. */
export interface Feedback {
  readonly kind: FeedbackKind;
  /** The recipient's number, as in `RecipientRecord`; absent when nobody can tell whom the report is about. */
  readonly to?: number | undefined;
  /** The recipient's address, which the content names no longer once it has expired. */
  readonly recipient?: string | undefined;
  /** The report was noted at this RFC 3339 time in UTC. */
  readonly at: string;
  /** A bounce is `permanent` exactly where it suppresses the recipient (D45e). */
  readonly type?: BounceType | undefined;
  /** The enhanced status code of a bounce. */
  readonly status?: string | undefined;
  /** The words of the server, shortened. */
  readonly text?: string | undefined;
  /** The type of a complaint, as its report names it. */
  readonly feedbackType?: string | undefined;
  /** The recipient is yet to be suppressed, by the suppression with this id. Absent once that is done, or is not to be done. */
  readonly suppressionDue?: string | undefined;
}

/** The attribute of the stored notification that holds one report. Two reports of the same have the same name. */
export type FeedbackAttribute = `feedback_${string}`;

const PREFIX = "feedback_";
const NOBODY = "nobody";

export const feedbackAttribute = ({ kind, to }: Pick<Feedback, "kind" | "to">): FeedbackAttribute =>
  `${PREFIX}${kind}_${to ?? NOBODY}`;

export const isFeedbackAttribute = (name: string): name is FeedbackAttribute =>
  name.startsWith(PREFIX) && name.length > PREFIX.length;

/** Reports in the order in which they were noted. */
export const byTime = (reports: readonly Feedback[]): readonly Feedback[] =>
  reports.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || rankOf(a) - rankOf(b) || (a.to ?? -1) - (b.to ?? -1),
  );

/** Later kinds say more: what came back was not delivered, and who complains has the mail. */
const rankOf = ({ kind }: Feedback): number => FEEDBACK_KINDS.indexOf(kind);

/** Returns the report that says most of each recipient, by the recipient's number. */
export function lastOfEach(reports: readonly Feedback[] = []): ReadonlyMap<number, Feedback> {
  const said = new Map<number, Feedback>();
  for (const report of reports) {
    if (report.to === undefined) continue;
    const known = said.get(report.to);
    if (known === undefined || rankOf(report) > rankOf(known)) said.set(report.to, report);
  }
  return said;
}
