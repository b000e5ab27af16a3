import { type FieldProblem, invalid, Refusal } from "../kernel/refusal.ts";
import { isOfDomain } from "../returned-mail/domain/return-path.ts";
import type { SendingAccount } from "./domain/sending-account.ts";

type Settings = SendingAccount["settings"];

export interface ProviderRules {
  /** Mails come back to addresses of this domain; undefined in a deployment that takes none back (D45f). */
  readonly bounceDomain: string | undefined;
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
    throw refused("feedback_topic_arn", "must not be the topic of chat events");
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: Settings): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/**
 * Refuses a return path outside the deployment's own domain, to which no mail would come back (D45f).
 * @param within is the part of the request that has the fields, with a dot: `account.`
 */
export function refuseForeignReturnPath(
  { bounceDomain }: Pick<ProviderRules, "bounceDomain">,
  address: string | undefined,
  within = "",
): void {
  if (address === undefined || (bounceDomain !== undefined && isOfDomain(address, bounceDomain))) return;
  const rule =
    bounceDomain === undefined
      ? "must be absent: this deployment takes no mails back"
      : `must be an address @${bounceDomain}`;
  throw refused("return_path", rule, within);
}

function refused(field: string, rule: string, within = ""): Refusal {
  const message = `${field} ${rule}`;
  return new Refusal("invalid_request", message, { problems: [{ field: within + field, message }] });
}

/** Refuses an account whose templates for the HTTP provider do not parse, when the account is saved (P-http-api). */
export async function refuseBrokenTemplates(rules: ProviderRules, settings: Settings, within = ""): Promise<void> {
  if (settings.provider !== "http_api") return;
  const { bodyTemplate: body_template, authValueTemplate: auth_value_template = "" } = settings;
  const problems: FieldProblem[] = [];
  let first: string | undefined;
  for (const [field, text] of Object.entries({ body_template, auth_value_template })) {
    const message = await rules.faultOfProviderTemplate(text);
    if (message === undefined) continue;
    first ??= field;
    problems.push({ field: within + field, message });
  }
  if (first) throw new Refusal("invalid_request", `${first} is not a valid template`, { problems });
}
