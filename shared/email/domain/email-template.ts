import { answerBytes } from "../../kernel/answer-size.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { BodyType } from "./mail.ts";

export interface EmailTemplate {
  readonly owner: Owner;
  readonly id: string;
  readonly name: string;
  /** Go text/template, parsed when saved (D18a). */
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Of one owner, so that a list of all of them is an answer that Lambda passes on; what is left of its limit is for the rest of it. */
export const MOST_TEMPLATES = { bytes: 6_000_000, count: 1000 } as const;

/** The size of a template in an answer. */
export const templateBytes = ({ owner: _, ...shown }: EmailTemplate): number => answerBytes(shown);
