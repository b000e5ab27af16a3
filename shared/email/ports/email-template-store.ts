import type { EmailTemplate } from "../domain/email-template.ts";

/** `full`: the owner's templates would pass `MOST_TEMPLATES`. `gone`: there is none to replace. Nothing is written in either case. */
export type SavedTemplate = "saved" | "full" | "gone";

export interface EmailTemplatePage {
  /** Oldest first. */
  readonly templates: readonly EmailTemplate[];
  /** Where the next page begins; undefined at the end. */
  readonly next?: string | undefined;
}

/** Every method takes the owner first: another owner's template is simply not there. */
export interface EmailTemplateStore {
  /** At most `limit`, after an earlier page's `next`; fewer where they are so large that no page shows more of them. */
  page(owner: string, limit: number, after?: string): Promise<EmailTemplatePage>;
  get(owner: string, id: string): Promise<EmailTemplate | undefined>;
  /** Throws for an id that is taken. */
  create(template: EmailTemplate): Promise<Exclude<SavedTemplate, "gone">>;
  replace(template: EmailTemplate): Promise<SavedTemplate>;
  /** Answers false when there was nothing to remove. */
  remove(owner: string, id: string): Promise<boolean>;
}
