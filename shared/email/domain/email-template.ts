import { answerBytes } from "../../kernel/answer-size.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { BodyType } from "./mail.ts";

/** With `html`, each value is escaped for the place where it is printed, as Go's html/template does. */
export const ESCAPINGS = ["none", "html"] as const;
export type Escaping = (typeof ESCAPINGS)[number];

export interface EmailTemplate {
  readonly owner: Owner;
  readonly id: string;
  readonly name: string;
  /** `subject` is a Go text/template, which is parsed when it is saved (D18a). */
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** Sends may give this name instead of the id; no two templates of one owner share it (D44b). */
  readonly alias?: string | undefined;
  /** A strict template refuses a send that leaves out a variable which the mail needs. */
  readonly isStrict: boolean;
  /** `escaping` applies to the body; a subject is never escaped. */
  readonly escaping: Escaping;
  /** Versions count from 1, and every write makes the next one. */
  readonly version: number;
  /** True once the template has used an option or a restore. Until then, answers show the template without the option fields (D44b). */
  readonly showsOptions: boolean;
  /** The id that is reserved under the idempotency key of the restore that made this version; absent for other writes. */
  readonly restoredUnder?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The revision changes with every write. */
  readonly revision: string;
}

/** A template as it is given to the store, which adds the revision. */
export type TemplateWrite = Omit<EmailTemplate, "revision">;

/** The fields that a write gives. The store takes the other fields from the stored template. */
export type TemplateRevision = Omit<TemplateWrite, "createdAt" | "version">;

/** An owner's templates stay below these limits, so that a list of all fits into one answer of Lambda. */
export const MOST_TEMPLATES = { bytes: 6_000_000, count: 1000 } as const;

/** A template keeps this many versions, including the present one. */
export const KEPT_VERSIONS = 50;

/** Returns the size of a template in an answer, in bytes. */
export function templateBytes({
  owner: _,
  alias,
  isStrict,
  escaping,
  version,
  showsOptions,
  restoredUnder: _restoredUnder,
  revision: _revision,
  ...plain
}: TemplateWrite & { readonly revision?: string }): number {
  return answerBytes(showsOptions ? { ...plain, alias, isStrict, escaping, version } : plain);
}

/** Makes the next version from the stored template and the fields of a write. */
export const revised = (
  stored: Pick<EmailTemplate, "createdAt" | "version" | "showsOptions">,
  revision: TemplateRevision,
): TemplateWrite => ({
  ...revision,
  createdAt: stored.createdAt,
  version: stored.version + 1,
  showsOptions: stored.showsOptions || revision.showsOptions,
});

/** Makes the next version from an earlier version and its alias. If it had no alias, the present alias stays, because senders may use it. */
export const restored = (
  current: EmailTemplate,
  past: EmailTemplate,
  { restoredUnder, updatedAt }: Pick<TemplateRevision, "restoredUnder" | "updatedAt">,
): TemplateRevision => ({
  ...past,
  alias: past.alias ?? current.alias,
  restoredUnder,
  updatedAt,
  showsOptions: true,
});
