import type { EmailTemplate } from "../../shared/email/domain/email-template.ts";
import { anOwner } from "./an-owner.ts";

const AT = "2026-11-21T12:00:00.000Z";

/** Builds an email template with a greeting for a new owner; a test passes only the fields that it is about. */
export const anEmailTemplate = (changes: Partial<EmailTemplate> = {}): EmailTemplate => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  name: "Greeting",
  subject: "Hello {{.name}}",
  body: "Good morning, {{.name}}.",
  bodyType: "text",
  isStrict: false,
  escaping: "none",
  version: 1,
  showsOptions: false,
  createdAt: AT,
  updatedAt: AT,
  revision: "1",
  ...changes,
});
