import { describe, expect, it } from "vitest";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { CHAT_CAUSES } from "../../../../shared/chat/domain/chat-causes.ts";
import { classifyCloudFailure, classifyProviderCode } from "../../../../shared/chat/domain/provider-errors.ts";
import { MAIL_STAGES } from "../../../../shared/email/domain/mail.ts";
import { MAIL_CAUSES } from "../../../../shared/email/domain/mail-causes.ts";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import type { ProviderAnswer } from "../../../../shared/notifications/domain/explanation/explainer.ts";

/** Returns the code of a failed attempt with this answer. */
const answerCode = (channel: "email" | "chat", answer: ProviderAnswer): string | undefined =>
  explanations.eventCode(
    { channel, status: "failed" },
    { event: "attempted", at: "2026-11-21T12:00:00.000Z", attempt: 1, to: "failed", durationMs: 1, ...answer },
  );

describe("why an email was not delivered", () => {
  it.each([
    [{ stage: "authentication", code: 535, text: "535 5.7.8 no" }, "credential_refused"],
    [{ stage: "authentication", code: 535, text: "535 5.7.1 by our rules" }, "credential_refused"],
    [{ stage: "authentication", code: 454, text: "454 4.7.0 later" }, "sign_in_deferred"],
    [{ stage: "authentication", text: "connection lost: closed" }, "connection_lost"],
    [{ stage: "authentication", text: MAIL_CAUSES.credential_missing }, "credential_missing"],
    [{ stage: "recipients", code: 550, text: "550 5.1.1 nobody" }, "mailbox_not_found"],
    [{ stage: "recipients", code: 550, text: "550 no" }, "recipient_refused"],
    [{ stage: "recipients", code: 451, text: "451 4.7.1 Greylisted" }, "server_deferred"],
    [{ stage: "recipients", code: 450, text: "450 later" }, "server_deferred"],
    [{ stage: "recipients", code: 552, text: "552 5.2.2 full" }, "mailbox_full"],
    [{ stage: "recipients", code: 552, text: "552 full" }, "mailbox_full"],
    [{ stage: "recipients", text: "no answer from the server within 30000 ms" }, "connection_lost"],
    [{ stage: "sender", code: 550, text: "550 5.1.8 bad sender" }, "sender_refused"],
    [{ stage: "sender", code: 530, text: "530 first STARTTLS" }, "sign_in_required"],
    [{ stage: "content", code: 554, text: "554 no thanks" }, "content_refused"],
    [{ stage: "content", code: 554, text: "554 5.7.1 spam" }, "policy_refused"],
    [{ stage: "content", text: "connection lost: closed" }, "handover_interrupted"],
    [{ stage: "content", text: "connection lost: Message size larger than allowed 10" }, "message_too_large"],
    [{ stage: "content", text: `${MAIL_CAUSES.delivery_in_doubt} (connection lost)` }, "delivery_in_doubt"],
    [{ stage: "connect", text: "connection failed: ECONNREFUSED" }, "server_unreachable"],
    [{ stage: "connect", code: 554, text: "554 no" }, "server_refused_connection"],
    [{ stage: "connect", code: 421, text: "421 busy" }, "server_busy"],
    [{ stage: "resolve", text: "mail.example could not be resolved" }, "server_not_found"],
    [{ stage: "resolve", text: "10.0.0.1 is not a public address" }, "address_not_public"],
    [{ stage: "tls", text: "TLS failed: self-signed certificate" }, "tls_failed"],
    [{ stage: "request", code: 401, text: "provider answered 401" }, "credential_refused"],
    [{ stage: "request", code: 422 }, "provider_refused"],
    [{ stage: "request", code: 429 }, "provider_rate_limited"],
    [{ stage: "request", code: 503 }, "provider_failed"],
    [{ stage: "request", text: "request failed: ECONNREFUSED" }, "provider_unreachable"],
    [{ stage: "request", text: "body_template did not produce valid JSON" }, "account_settings_unusable"],
    [{ stage: "check", text: MAIL_CAUSES.account_deleted }, "account_deleted"],
    [{ text: MAIL_CAUSES.account_deleted }, "account_deleted"],
    [{ text: CAUSES.service_unavailable }, "service_unavailable"],
    [{}, "unknown"],
  ] as const)("%j is %s", (answer, code) => {
    expect(answerCode("email", answer)).toBe(code);
  });

  it("knows why at every stage, with a refusal, a deferral or no answer", () => {
    for (const stage of MAIL_STAGES)
      for (const code of [undefined, 499, 599]) expect(answerCode("email", { stage, code })).not.toBe("unknown");
  });

  it("knows every cause of the service's own", () => {
    for (const text of Object.values({ ...CAUSES, ...MAIL_CAUSES }))
      expect(answerCode("email", { stage: "check", text })).not.toBe("unknown");
  });
});

describe("why a chat message was not delivered", () => {
  it.each([
    [{ stage: "check", text: CHAT_CAUSES.chat_account_deleted }, "account_deleted"],
    [{ stage: "check", text: `${CHAT_CAUSES.template_not_approved}: PAUSED` }, "template_not_approved"],
    [{ text: "131047 Re-engagement message" }, "window_closed"],
    [{ text: "190 Access token has expired" }, "chat_access_refused"],
    [{ text: "Something else" }, "chat_platform_refused"],
    [{ stage: "send", code: 131026, text: "x" }, "customer_unreachable"],
    // An HTTP status of the cloud provider is no code of the platform, although the platform has the same number.
    [{ stage: "send", code: 403, text: "the chat provider refused access to the number" }, "chat_access_refused"],
    [{ stage: "send", code: 400, text: "the chat provider refused the message as invalid: bad" }, "message_invalid"],
    [{ stage: "send", text: "the chat provider did not confirm the message" }, "chat_unconfirmed"],
  ] as const)("%j is %s", (answer, code) => {
    expect(answerCode("chat", answer)).toBe(code);
  });

  it("says the same of a code and of the service's words for it", () => {
    for (const code of [131047, 131026, 131049, 131053, 132000, 132001, 132015, 133010])
      expect(answerCode("chat", { stage: "send", text: classifyProviderCode(code).cause })).toBe(
        answerCode("chat", { stage: "send", code }),
      );
  });

  it("knows every cause of the service's own", () => {
    for (const text of Object.values({ ...CAUSES, ...CHAT_CAUSES }))
      expect(answerCode("chat", { stage: "check", text })).not.toBe("chat_platform_refused");
  });

  it("knows every failure of the cloud provider that it classifies", () => {
    for (const name of [
      "ThrottledRequestException",
      "AccessDeniedException",
      "DependencyException",
      "ECONNREFUSED",
      "?",
    ])
      expect(answerCode("chat", { text: classifyCloudFailure({ name }).cause })).not.toBe("chat_platform_refused");
  });
});
