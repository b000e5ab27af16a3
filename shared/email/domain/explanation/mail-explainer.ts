import {
  type CauseRow,
  codeOfCause,
  type Explainer,
  type ProviderAnswer,
  RETURNED_STAGE,
} from "../../../notifications/domain/explanation/explainer.ts";
import { MAIL_CAUSES } from "../mail-causes.ts";
import { httpCode, returnedCode, smtpCode } from "./mail-code.ts";
import { MAIL_EXPLANATIONS, type MailCode } from "./mail-explanations.ts";

const OWN: readonly CauseRow<MailCode>[] = [
  [MAIL_CAUSES.account_deleted, "account_deleted"],
  [MAIL_CAUSES.domain_not_trusted, "domain_not_trusted"],
  [MAIL_CAUSES.credential_unreadable, "credential_unreadable"],
  [MAIL_CAUSES.credential_missing, "credential_missing"],
  [MAIL_CAUSES.sign_in_not_offered, "sign_in_not_offered"],
  [MAIL_CAUSES.http_provider_disabled, "http_provider_disabled"],
  [MAIL_CAUSES.address_beyond_ascii, "address_beyond_ascii"],
  [MAIL_CAUSES.delivery_in_doubt, "delivery_in_doubt"],
  [MAIL_CAUSES.files_need_smtp, "account_settings_unusable"],
  [MAIL_CAUSES.file_unreadable, "file_unreadable"],
  [MAIL_CAUSES.recipient_unanswered, "connection_lost"],
];

/** Says why a mail was not delivered, from what the server, the provider or the channel itself said. */
export function mailCode(answer: ProviderAnswer): MailCode {
  if (answer.stage === RETURNED_STAGE) return returnedCode(answer);
  return codeOfCause(OWN, answer.text) ?? (answer.stage === "request" ? httpCode(answer) : smtpCode(answer));
}

export const MAIL_EXPLAINER = { explanations: MAIL_EXPLANATIONS, codeOf: mailCode } satisfies Explainer;
