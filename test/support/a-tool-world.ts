import { explanations } from "../../shared/channels/domain/explanations.ts";
import { chatIntake } from "../../shared/conversations/chat-channel.ts";
import { emailIntake } from "../../shared/email/email-channel.ts";
import { templateCache } from "../../shared/go-template/template-cache.ts";
import type { KeyTerms } from "../../shared/kernel/key-terms.ts";
import { allTools } from "../../shared/mcp/all-tools.ts";
import type { ToolCaller } from "../../shared/mcp/bound-tool.ts";
import { conversationTools } from "../../shared/mcp/conversation-tools.ts";
import { toolboxOf } from "../../shared/mcp/toolbox.ts";
import { aConversationWorld } from "./a-conversation-world.ts";
import { anEmailTemplate } from "./an-email-template.ts";
import { anOwner } from "./an-owner.ts";
import { aSendingAccount } from "./builders.ts";
import { aChatTemplate } from "./chat-builders.ts";
import { inMemoryMailFiles } from "./in-memory-attachments.ts";
import { inMemoryEmailTemplateStore } from "./in-memory-email-template-store.ts";
import { inMemoryIdempotencyStore } from "./in-memory-idempotency-store.ts";
import { inMemorySendingAccountStore } from "./in-memory-sending-account-store.ts";
import { inMemorySuppressions, inMemoryUnsubscribeLinks } from "./in-memory-suppressions.ts";
import { OWNER } from "./some-edge-services.ts";

interface ToolResult {
  readonly isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its own results.
  readonly structuredContent?: any;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Contains doubles of everything that the tools need, with accounts and templates of `OWNER`, and of another owner. */
export async function aToolWorld() {
  const conversations = aConversationWorld();
  const { account, clock } = conversations;
  const deps = { ...conversations.deps, countedNotifications: conversations.deps.notifications };
  const emailTemplate = anEmailTemplate({ owner: OWNER, alias: "greeting" });
  const chatTemplate = aChatTemplate({ owner: OWNER, chatAccountId: account.id });
  const foreignTemplate = anEmailTemplate({ owner: anOwner("owner-2") });
  await deps.chatTemplates.add(chatTemplate);
  const emailTemplates = inMemoryEmailTemplateStore();
  for (const template of [emailTemplate, foreignTemplate]) await emailTemplates.create(template);
  const sendingAccount = aSendingAccount({ owner: OWNER, isDefault: true, trustedDomains: ["example.com"] });
  const openAccount = aSendingAccount({ owner: OWNER });
  const webAccount = aSendingAccount({ owner: OWNER, apiAllowedDomains: ["shop.example"] });
  const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, deps.identifiers.hash);
  const suppressions = inMemorySuppressions();
  const idempotency = inMemoryIdempotencyStore({ clock });
  const email = emailIntake({
    ...{ ...inMemoryMailFiles(), clock, parseTemplate, emailTemplates },
    sendingAccounts: inMemorySendingAccountStore([sendingAccount, openAccount, webAccount]),
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
  });
  const channels = { email, chat: chatIntake(deps) };
  const tools = allTools({
    conversations: { ...deps, idempotency },
    sending: { ...deps, idempotency, channels, suppressions, dailyUses: deps.notifications },
    notifications: { ...deps, ...explanations },
    templates: { ...deps, parseTemplate, emailTemplates },
  });
  const sets = { usual: conversationTools(deps), all: async () => tools };

  /** Returns what an agent with a key of these terms sees and calls. */
  const agent = async (terms: KeyTerms, more: Partial<ToolCaller> = {}) => {
    const key = { id: "key-1", name: "Agent", countId: "key-1", ...terms };
    const caller: ToolCaller = { owner: OWNER, origin: {}, key, ...more };
    const toolbox = await toolboxOf(sets, caller);
    const call = async (name: string, args: object = {}) => (await toolbox.call(caller, name, args)) as ToolResult;
    return {
      toolbox,
      listed: toolbox.tools.map((tool) => tool.listed()),
      call,
      /** Calls a tool that succeeds, and returns its value. */
      value: async (name: string, args: object = {}) => {
        const { isError, structuredContent, content } = await call(name, args);
        if (isError) throw new Error(content[0]?.text);
        return structuredContent;
      },
      /** Calls a tool that refuses, and returns the lines of its text. */
      refusal: async (name: string, args: object = {}) => {
        const { isError, content } = await call(name, args);
        if (!isError) throw new Error(`${name} refused nothing`);
        return content[0]?.text.split("\n") ?? [];
      },
    };
  };
  return {
    ...conversations,
    ...{
      agent,
      emailTemplate,
      chatTemplate,
      foreignTemplate,
      openAccount,
      webAccount,
      emailTemplates,
      suppressions,
      idempotency,
    },
  };
}
