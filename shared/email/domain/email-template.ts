import { answerBytes } from "../../kernel/answer-size.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { BodyType } from "./mail.ts";

/** `html` escapes each value for the place that it is printed in, as Go's html/template does. */
export const ESCAPINGS = ["none", "html"] as const;
export type Escaping = (typeof ESCAPINGS)[number];

export interface EmailTemplate {
  readonly owner: Owner;
  readonly id: string;
  readonly name: string;
  /** Go text/template, parsed when saved (D18a). */
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** A name that sends may say instead of the id; one owner's templates never share it (D44b). */
  readonly alias?: string | undefined;
  /** Refuses a send that leaves a variable out which the mail needs. */
  readonly isStrict: boolean;
  /** Of the body; a subject is never escaped. */
  readonly escaping: Escaping;
  /** From 1; every write makes the next one. */
  readonly version: number;
  /** Whether an option or a restore has ever been used: until then the template looks as it did before there were any (D44b). */
  readonly showsOptions: boolean;
  /** Of a version that a restore made, where its request has an idempotency key: the id that the key stands for. */
  readonly restoredUnder?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Another one at every write. */
  readonly revision: string;
}

/** What is written of a template; the store gives it its revision. */
export type TemplateWrite = Omit<EmailTemplate, "revision">;

/** The contents of a write; what else a template has follows from the one that is stored. */
export type TemplateRevision = Omit<TemplateWrite, "createdAt" | "version">;

/** Of one owner, so that a list of all of them is an answer that Lambda passes on; what is left of its limit is for the rest of it. */
export const MOST_TEMPLATES = { bytes: 6_000_000, count: 1000 } as const;

/** The present one is among them. */
export const KEPT_VERSIONS = 50;

/** The size of a template in an answer. */
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

/** The template after a write. */
export const revised = (
  stored: Pick<EmailTemplate, "createdAt" | "version" | "showsOptions">,
  revision: TemplateRevision,
): TemplateWrite => ({
  ...revision,
  createdAt: stored.createdAt,
  version: stored.version + 1,
  showsOptions: stored.showsOptions || revision.showsOptions,
});

/**
 * A template as one of its versions was, written once more. The alias of then comes back; where there was none the present one stays,
 * for those who send by it.
 */
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
