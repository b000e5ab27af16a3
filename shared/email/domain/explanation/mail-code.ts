import type { ProviderAnswer } from "../../../notifications/domain/explanation/explainer.ts";
import type { MailCode } from "./mail-explanations.ts";

/** The keys are subject and detail of RFC 3463 status codes. The first digit is left out: `5.1.1` and `4.1.1` have the same cause. */
const ENHANCED: Readonly<Record<string, MailCode>> = {
  "1.1": "mailbox_not_found",
  "1.2": "domain_takes_no_mail",
  "1.3": "address_invalid",
  "1.8": "sender_refused",
  "1.10": "domain_takes_no_mail",
  "2.1": "mailbox_disabled",
  "2.2": "mailbox_full",
  "3.4": "message_too_large",
  "4.4": "route_not_found",
  "7.1": "policy_refused",
  "7.8": "credential_refused",
  "7.9": "sign_in_method_refused",
  "7.26": "sender_unauthenticated",
};

/** The reply codes of RFC 5321 and RFC 4954 that explain a failure at any stage. */
const REPLIES: Readonly<Record<number, MailCode>> = {
  421: "server_busy",
  452: "server_full",
  530: "sign_in_required",
  534: "sign_in_method_refused",
  535: "credential_refused",
  552: "message_too_large",
};

interface StageCodes {
  /** The codes of a stage for a final reply, for a reply that asks to try later, and for no reply. */
  readonly refused: MailCode;
  readonly deferred: MailCode;
  readonly silent: MailCode;
}

const whatever = (code: MailCode): StageCodes => ({ refused: code, deferred: code, silent: code });
const asked = (refused: MailCode): StageCodes => ({ refused, deferred: "server_deferred", silent: refused });

const STAGES: Readonly<Record<string, StageCodes>> = {
  resolve: whatever("server_not_found"),
  connect: { ...whatever("server_refused_connection"), silent: "server_unreachable" },
  tls: whatever("tls_failed"),
  authentication: { refused: "credential_refused", deferred: "sign_in_deferred", silent: "connection_lost" },
  sender: asked("sender_refused"),
  recipients: asked("recipient_refused"),
  content: { ...asked("content_refused"), silent: "handover_interrupted" },
};

/** Stands for a reply code where what came back has none, by the class of its status. */
const REPLY_OF_CLASS: Readonly<Record<string, number>> = { 4: 450, 5: 550 };
const REPLY_CODE = /^[45]\d\d(?=[ -]|$)/;

/** Explains a mail that came back like a refusal at RCPT with the same status (D45b). */
export function returnedCode({ status = "", text = "" }: ProviderAnswer): MailCode {
  const code = Number(REPLY_CODE.exec(text)?.[0] ?? REPLY_OF_CLASS[status.slice(0, 1)] ?? REPLY_OF_CLASS[5]);
  return smtpCode({ stage: "recipients", code, text: `${status} ${text}` });
}

/** The replies whose meaning depends on the stage. */
const REPLIES_AT: Readonly<Record<string, Readonly<Record<number, MailCode>>>> = {
  sender: { 553: "sender_refused" },
  recipients: { 552: "mailbox_full", 553: "address_invalid" },
};

const ENHANCED_CODE = /\b([245])\.(\d{1,3}\.\d{1,3})\b/;
/** Our own client writes these texts when a server is silent. */
const SILENCE = /^(?:connection lost|no answer from the server)\b/;
const NOT_PUBLIC = /\bis not (?:a public address|a host)$/;
const TOO_LARGE = /\bsize (?:larger than allowed|exceeds)/i;

/** Explains an SMTP response by its enhanced status code, or else by its reply code, or else by the stage. */
export function smtpCode({ stage = "", code, text = "" }: ProviderAnswer): MailCode {
  if (code === undefined) return silentCode(stage, text);
  return enhancedCode(stage, text) ?? REPLIES_AT[stage]?.[code] ?? REPLIES[code] ?? stageCode(stage, code);
}

function enhancedCode(stage: string, text: string): MailCode | undefined {
  const [, kind, detail = ""] = ENHANCED_CODE.exec(text) ?? [];
  // Greylisting answers 4.7.1 as well, so this code does not mean a refusal by policy.
  if (kind === "4" && detail === "7.1") return "server_deferred";
  // Some servers answer a wrong password with 5.7.1, which otherwise means a refusal by policy.
  return stage === "authentication" && detail === "7.1" ? undefined : ENHANCED[detail];
}

function stageCode(stage: string, code: number): MailCode {
  const codes = STAGES[stage] ?? { ...asked("provider_refused") };
  return code >= 500 ? codes.refused : codes.deferred;
}

function silentCode(stage: string, text: string): MailCode {
  if (NOT_PUBLIC.test(text)) return "address_not_public";
  if (TOO_LARGE.test(text)) return "message_too_large";
  const isLost = SILENCE.test(text) && (stage === "sender" || stage === "recipients");
  return isLost ? "connection_lost" : (enhancedCode(stage, text) ?? STAGES[stage]?.silent ?? "unknown");
}

const SETTINGS = /^(?:body_template|auth_value_template|auth_header_name|endpoint)\b/;
const HTTP: Readonly<Record<number, MailCode>> = {
  401: "credential_refused",
  403: "credential_refused",
  408: "provider_failed",
  425: "provider_failed",
  429: "provider_rate_limited",
};

/** An HTTP provider's failure is explained by its status. */
export function httpCode({ code, text = "" }: ProviderAnswer): MailCode {
  if (code === undefined) return SETTINGS.test(text) ? "account_settings_unusable" : "provider_unreachable";
  return HTTP[code] ?? (code >= 500 ? "provider_failed" : "provider_refused");
}
