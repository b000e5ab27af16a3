import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import type { AcceptedRequest } from "../notifications/channel.ts";
import { oneLine } from "../notifications/domain/title.ts";
import { type AcceptAttachmentsDeps, findAttachments } from "./accept-attachments.ts";
import type { EmailRequest } from "./contract/email-request.ts";
import { isOriginAllowed, untrustedAddress } from "./domain/allowed-domains.ts";
import { isSenderAllowed } from "./domain/allowed-senders.ts";
import { senderName } from "./domain/compose-mail.ts";
import type { EmailContent } from "./domain/email-content.ts";
import type { EmailTemplate } from "./domain/email-template.ts";
import { MAX_MESSAGE_BYTES, messageSizeBound } from "./domain/message-size.ts";
import { allRecipients, recipientsOf } from "./domain/recipients.ts";
import { renderMail, renderStrictly } from "./domain/render-email.ts";
import type { JudgingAccount } from "./domain/sending-account.ts";
import { type FoundTemplates, findEmailTemplate } from "./find-email-template.ts";
import { parseMailTemplate } from "./parse-mail-template.ts";
import type { SendingAccountStore } from "./ports.ts";
import { type RenderTime, unboundedRenderTime } from "./render-time.ts";
import { type UnsubscriptionDeps, unsubscriptionOf } from "./unsubscription.ts";

export interface CheckEmailDeps extends AcceptAttachmentsDeps, UnsubscriptionDeps {
  readonly emailTemplates: FoundTemplates;
  readonly parseTemplate: ParseTemplate;
  /** A batch shares this time among its mails; each field has a limit of its own as well (D18a). */
  readonly renderTime?: RenderTime;
  readonly sendingAccounts: Pick<SendingAccountStore, "findPresent" | "findDefault">;
}

interface EmailToCheck {
  readonly owner: Owner;
  /** The notification gets this id. */
  readonly id: string;
  readonly request: EmailRequest;
  readonly caller: CallerOrigin;
}

/** Checks a mail (E1 to E9). A forbidden origin is refused before a faulty field (D1); templates are rendered last. */
export async function checkEmail(
  deps: CheckEmailDeps,
  { owner, id, request, caller }: EmailToCheck,
): Promise<AcceptedRequest> {
  // Both reads begin in the same turn of the event loop, so that they share one request. The account is checked first.
  const [foundAccount, foundTemplate] = await Promise.allSettled([
    accountFor(deps.sendingAccounts, owner, request.accountId),
    templateOf(deps.emailTemplates, owner, request),
  ]);
  const account = resultOf(foundAccount);
  refuseOrigin(account, caller);
  const { from } = request;
  if (from !== undefined) await refuseSender(deps.sendingAccounts, account, from);
  const recipients = recipientsOf(request);
  refuseUntrusted(account, allRecipients(recipients));
  const topic = request.unsubscribe?.topic;
  const unsubscribe = topic === undefined ? undefined : await unsubscriptionOf(deps, { owner, id, topic }, recipients);
  const linked = unsubscribe === undefined ? request : withUnsubscribeUrl(request, unsubscribe.url);
  const { templateId, templateVersion, absent, ...text } = await textOf(deps, resultOf(foundTemplate), linked);
  const { replyTo, headers } = request;
  const fromName = request.fromName || undefined;
  const content: EmailContent = { channel: "email", ...recipients, ...text, fromName, replyTo, headers, unsubscribe };
  const used = { accountId: account.id, from, accountAddress: account.fromAddress, templateId, templateVersion };
  const made = { ...used, absent, title: oneLine(content.subject) };
  if (request.attachments === undefined || request.attachments.length === 0) return { ...made, content };
  return { ...made, content: await withAttachments(deps, { account, request, content, caller }) };
}

const URL_VARIABLE = "UnsubscribeURL";

/** Puts the link in place of a value of its name (D45a). */
function withUnsubscribeUrl(request: EmailRequest, url: string): EmailRequest {
  const { [URL_VARIABLE]: _replaced, ...data } = request.data ?? {};
  const variables = { ...request.variables, [URL_VARIABLE]: url };
  return { ...request, variables, ...(request.data && { data }) };
}

interface Attached {
  readonly account: JudgingAccount;
  readonly request: EmailRequest;
  readonly content: EmailContent;
  readonly caller: CallerOrigin;
}

/** Adds the files (D43). Uploads are kept for the mail only after all checks, so that a refusal leaves them unchanged. */
async function withAttachments(
  deps: CheckEmailDeps,
  { account, request, content, caller }: Attached,
): Promise<EmailContent> {
  if (account.settings.provider !== "smtp") throw invalid("attachments need a sending account with provider smtp");
  const { attachments: requested = [], sendAt } = request;
  const term = sendAt === undefined && !caller.awaitsApproval ? "now" : "later";
  const { attachments, keep } = await findAttachments(deps, account.owner, { requested, term });
  const attached = { ...content, attachments };
  if (messageSizeBound(attached, senderName(account, content)) > MAX_MESSAGE_BYTES)
    throw invalid("the message would be larger than 25 MiB");
  await keep();
  return attached;
}

type Text = Pick<EmailContent, "subject" | "body" | "bodyType" | "text"> &
  Pick<AcceptedRequest, "templateId" | "templateVersion" | "absent">;

const templateOf = async (
  templates: FoundTemplates,
  owner: Owner,
  { templateId, templateVersion }: EmailRequest,
): Promise<EmailTemplate | undefined> =>
  templateId === undefined ? undefined : findEmailTemplate(templates, owner, { templateId, templateVersion });

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** Renders the text at acceptance, so that a queued mail does not change with its template (E9). A plain subject or body has no variables. */
async function textOf(
  { parseTemplate, renderTime }: CheckEmailDeps,
  template: EmailTemplate | undefined,
  { strictVariables, subject = "", body = "", bodyType, variables, data, text }: EmailRequest,
): Promise<Text> {
  if (template === undefined) return { subject, body, bodyType: bodyType ?? "text", text: text || undefined };
  // A request can make a lenient template strict, but not a strict one lenient (D44b).
  const render = template.isStrict || strictVariables ? renderStrictly : renderMail;
  const parsed = await parseMailTemplate(parseTemplate, template);
  const rendered = await (renderTime ?? unboundedRenderTime).spend((limit) =>
    render(parsed, { variables, data }, limit),
  );
  const used = { templateId: template.id, templateVersion: template.version };
  return { ...rendered, ...used, bodyType: bodyType ?? template.bodyType };
}

/** Finds the account; another owner's account is refused with the same text as one that does not exist (E7). */
async function accountFor(
  store: CheckEmailDeps["sendingAccounts"],
  owner: Owner,
  id: string | undefined,
): Promise<JudgingAccount> {
  const account = id === undefined ? await store.findDefault(owner) : await store.findPresent(owner, id);
  if (account !== undefined) return account;
  throw invalid(
    id === undefined ? "there is no default sending account: name one in smtp_account_id" : "smtp_account_id not found",
  );
}

/** Refuses a sender that the account does not allow (D52). The copy of a default account lacks the senders, so then the account is read. */
async function refuseSender(
  store: Pick<SendingAccountStore, "findPresent">,
  account: JudgingAccount,
  from: string,
): Promise<void> {
  const present = account.isCopy ? await store.findPresent(account.owner, account.id) : account;
  if (present === undefined || !isSenderAllowed(present, from)) throw invalid("from is not allowed for this account");
}

/** Refuses addresses outside the domains to which the account may write. */
export function refuseUntrusted({ trustedDomains }: JudgingAccount, addresses: readonly string[]): void {
  if (untrustedAddress(trustedDomains, addresses) !== undefined)
    throw invalid("every recipient's domain must be one of the account's trusted_domains");
}

/** Refuses a caller whose origin the account does not allow (E5). */
export function refuseOrigin(account: JudgingAccount, caller: CallerOrigin): void {
  if (!isOriginAllowed(account.apiAllowedDomains, caller))
    throw new Refusal("origin_not_allowed", "origin not allowed");
}
