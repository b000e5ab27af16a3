import { type FieldProblem, invalid, Refusal } from "../kernel/refusal.ts";
import type { SendingAccount } from "./domain/sending-account.ts";

type Settings = SendingAccount["settings"];

export interface ProviderRules {
  /** True when the deployment has switched `httpApiProvider` on (D12). */
  readonly isHttpApiEnabled: boolean;
  /** Returns why the text is no template of the HTTP provider, with the place (D54); undefined when it is one. */
  readonly faultOfProviderTemplate: (text: string) => Promise<string | undefined>;
}

export interface TopicRule {
  /** Chat events come from this topic; undefined when the deployment takes none. */
  readonly chatTopicArn: string | undefined;
}

/** Refuses the topic of chat events as an account's own, because the messages of one are posted to another address (D45g). */
export function refuseChatTopic({ chatTopicArn }: TopicRule, topicArn: string | undefined): void {
  if (topicArn !== undefined && topicArn === chatTopicArn)
    throw invalid("feedback_topic_arn must not be the topic of chat events");
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: Settings): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/** Refuses an account whose templates for the HTTP provider do not parse, when the account is saved (P-http-api). */
export async function refuseBrokenTemplates(rules: ProviderRules, settings: Settings): Promise<void> {
  if (settings.provider !== "http_api") return;
  const { bodyTemplate: body_template, authValueTemplate: auth_value_template = "" } = settings;
  const problems: FieldProblem[] = [];
  for (const [field, text] of Object.entries({ body_template, auth_value_template })) {
    const message = await rules.faultOfProviderTemplate(text);
    if (message !== undefined) problems.push({ field, message });
  }
  const [first] = problems;
  if (first) throw new Refusal("invalid_request", `${first.field} is not a valid template`, { problems });
}
