import type { ChatAccount } from "../../chat/domain/chat-account.ts";
import type { ChatTemplate } from "../../chat/domain/templates/chat-template.ts";
import type { EmailTemplate } from "../../email/domain/email-template.ts";
import { type ApiKey, isUsable } from "../../keys/domain/api-key.ts";
import type { Notification } from "../../notifications/domain/notification.ts";
import type { Webhook } from "../../webhooks/domain/webhook.ts";
import { type Concern, counted } from "./concern.ts";
import { DAY_MS } from "./counter.ts";
import type { AbsenceFigures } from "./figures.ts";

const STOPPED: Readonly<Record<string, string>> = {
  REJECTED: "was rejected",
  PAUSED: "is paused",
  DISABLED: "is disabled",
};

/** Finds templates that the platform has stopped or does not accept. */
export const chatTemplateConcerns = (templates: readonly ChatTemplate[]): readonly Concern[] =>
  templates.flatMap(({ id, definition: { name }, remoteStatus, rejectedReason, isDisabled, updatedAt }) => {
    const stopped = isDisabled ? undefined : STOPPED[remoteStatus];
    if (stopped === undefined) return [];
    const why = remoteStatus === "REJECTED" && rejectedReason ? ` The reason: ${rejectedReason}.` : "";
    return {
      kind: "chat_template_stopped" as const,
      record: { kind: "chat_template" as const, id },
      title: `Chat template ${name} ${stopped}`,
      text: `The platform sends no messages with it.${why}`,
      sinceMs: Date.parse(updatedAt),
    };
  });

/**
 * Finds accounts whose last verification found a problem, numbers that receivers have complained of, and accounts that the cloud provider
 * refuses.
 */
export const chatAccountConcerns = (accounts: readonly ChatAccount[]): readonly Concern[] =>
  accounts.flatMap((account) => {
    const found = verified(account) ?? refused(account);
    const record = { kind: "chat_account" as const, id: account.id };
    return found ? { kind: "chat_account_failing" as const, record, ...found } : [];
  });

function verified({ label, verification }: ChatAccount) {
  if (verification === undefined) return undefined;
  const { at, problems, quality } = verification;
  const found = problems.length > 0 ? differs(label, problems) : quality === "RED" ? lowQuality(label) : undefined;
  return found && { ...found, sinceMs: Date.parse(at) };
}

const refused = ({ label, refusal }: ChatAccount) =>
  refusal && {
    title: `The cloud provider refuses chat account ${label}`,
    text: `What became of its templates cannot be asked: ${refusal.reason}`,
    sinceMs: refusal.sinceMs,
  };

const differs = (label: string, problems: readonly string[]) => ({
  title: `Chat account ${label} is not as the cloud provider has it`,
  text: `Its verification found a difference in ${problems.map((name) => name.replaceAll("_", " ")).join(", ")}.`,
});

const lowQuality = (label: string) => ({
  title: `The number of chat account ${label} has a low quality`,
  text: "Receivers have blocked or reported it. The platform may limit how much it sends.",
});

const SOON_MS = 7 * DAY_MS;

/** Finds usable keys that end within a week. The owner has decided the end of a key that was rotated. */
export const keyConcerns = (keys: readonly ApiKey[], nowMs: number): readonly Concern[] =>
  keys.flatMap((key) => {
    if (key.replacedAt !== undefined) return [];
    const untilMs = key.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
    if (!isUsable(key, nowMs) || untilMs - nowMs > SOON_MS) return [];
    const days = Math.floor((untilMs - nowMs) / DAY_MS);
    return {
      kind: "api_key_expiring" as const,
      record: { kind: "api_key" as const, id: key.id },
      title: `API key ${key.name} expires ${days === 0 ? "within a day" : `in ${counted(days, "day")}`}`,
      text: "Requests with it are refused from then on.",
      untilMs,
      ...(key.lastUsedAt !== undefined && { lastUsedAtMs: Date.parse(key.lastUsedAt) }),
    };
  });

/** A webhook with the times of its newest tries. */
export interface KnownWebhook {
  readonly webhook: Webhook;
  readonly lastFailureAtMs?: number | undefined;
  readonly lastSuccessAtMs?: number | undefined;
}

export const webhookConcerns = (known: readonly KnownWebhook[]): readonly Concern[] =>
  known.flatMap(({ webhook, lastFailureAtMs, lastSuccessAtMs = 0 }) => {
    const { id, url, isEnabled, disabledReason, updatedAt } = webhook;
    const record = { kind: "webhook" as const, id };
    const { host } = new URL(url);
    if (!isEnabled && disabledReason !== undefined)
      return {
        kind: "webhook_disabled" as const,
        record,
        title: `The webhook to ${host} was disabled`,
        text: `${disabledReason}. Events wait in the feed.`,
        sinceMs: Date.parse(updatedAt),
      };
    if (!isEnabled || lastFailureAtMs === undefined || lastFailureAtMs < lastSuccessAtMs) return [];
    return {
      kind: "webhook_failing" as const,
      record,
      title: `The webhook to ${host} fails`,
      text: "Its last try did not work. Its events are tried again.",
      sinceMs: lastFailureAtMs,
    };
  });

/** Reports what waits for a person's approval, oldest first, as one concern about the one that is canceled first. */
export function approvalConcerns(waiting: readonly Notification[]): readonly Concern[] {
  const [oldest] = waiting;
  if (oldest === undefined) return [];
  const count = waiting.length;
  return [
    {
      kind: "approvals_waiting",
      record: { kind: "approval", id: oldest.id },
      title: `${counted(count, "notification")} ${count === 1 ? "waits" : "wait"} for approval`,
      text: "Somebody has to approve or decline within 24 hours; otherwise it is canceled.",
      sinceMs: Date.parse(oldest.createdAt),
      untilMs: oldest.approvalUntil,
      count,
    },
  ];
}

/** Reports a template whose recent mails lacked variables. */
export function absenceConcern(
  { id, name, isStrict, updatedAt }: Pick<EmailTemplate, "id" | "name" | "isStrict" | "updatedAt">,
  absences: readonly AbsenceFigures[],
): readonly Concern[] {
  // Only mails after the last save of the template count, because the editor showed the warning to the person who saved it.
  const since = absences.filter(({ lastAtMs }) => lastAtMs > Date.parse(updatedAt));
  const count = since.reduce((sum, one) => sum + one.count, 0);
  if (isStrict || count <= 0) return [];
  const names = [...new Set(since.flatMap((one) => one.names))].map((one) => `.${one}`).join(", ");
  return [
    {
      kind: "template_lacks_variables",
      record: { kind: "email_template", id },
      title: `Template ${name} mails “<no value>”`,
      text: `${counted(count, "mail")} went out without ${names}. Make it strict, or give it a default.`,
      sinceMs: Math.min(...since.map(({ dayMs }) => dayMs)),
      count,
    },
  ];
}
