import type { EmailTemplate } from "../domain/email-template.ts";

/** Every method takes the owner first: another owner's template is simply not there. */
export interface EmailTemplateStore {
  /** Oldest first; at most 1000. */
  list(owner: string): Promise<readonly EmailTemplate[]>;
  get(owner: string, id: string): Promise<EmailTemplate | undefined>;
  create(template: EmailTemplate): Promise<void>;
  /** Answers false, and writes nothing, when the template is gone. */
  replace(template: EmailTemplate): Promise<boolean>;
  /** Answers false when there was nothing to remove. */
  remove(owner: string, id: string): Promise<boolean>;
}
