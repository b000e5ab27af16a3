import type { ChatAccount } from "../chat/domain/chat-account.ts";
import type { InboundEvent } from "../chat/domain/chat-event.ts";
import { inboundMessage } from "../chat/domain/message-events.ts";
import type { ChatAccountReader } from "../chat/ports/chat-account-store.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { type CustomerMessage, reportedValue } from "../sandbox/domain/customer-message.ts";
import { conversationId, inboundMessageId } from "./domain/conversation-id.ts";
import type { CustomerFile } from "./keep-customer-file.ts";
import type { ConversationStore } from "./ports.ts";
import { type ReceiveMessageDeps, receiveMessage } from "./receive-messages.ts";

export interface WriteAsCustomerDeps
  extends Omit<ReceiveMessageDeps, "chatAccounts" | "conversations" | "identifiers"> {
  readonly chatAccounts: Pick<ChatAccountReader, "findDefault" | "findFor">;
  readonly conversations: ReceiveMessageDeps["conversations"] & Pick<ConversationStore, "customerKeyOf">;
  readonly identifiers: Pick<Identifiers, "newId" | "sha1">;
  /** Reads a file from base64. */
  readonly fileOf: (base64: string) => { readonly bytes: Uint8Array; readonly sha256: string };
  /** Keeps a customer's file; undefined when the deployment keeps no media. */
  readonly keepFile: ((file: CustomerFile) => Promise<void>) | undefined;
}

export interface WrittenMessage {
  readonly conversationId: string;
  readonly messageId: string;
}

/**
 * Lets a sandbox customer write to an owner of test mode. The message is received at once, by the code that receives the events of the
 * platform (D48d).
 */
export async function writeAsCustomer(
  deps: WriteAsCustomerDeps,
  owner: Owner,
  { phone, written }: { readonly phone: string; readonly written: CustomerMessage },
): Promise<WrittenMessage> {
  const { chatAccounts, conversations, identifiers, clock, fileOf, keepFile } = deps;
  const account = await chatAccounts.findDefault(owner);
  if (account === undefined) throw new Error("an owner of test mode has no chat account");
  const arrivedAtMs = clock.now();
  const event = eventOf(deps, { account, phone, written, arrivedAtMs });
  const reception = await receiveMessage({ ...deps, chatAccounts: onlyAccount(chatAccounts, account) }, event, {
    arrivedAtMs,
    mayWait: false,
  });
  if (reception !== "added") throw new Error(`a sandbox customer's message was ${reception}`);
  const customerKey = await conversations.customerKeyOf(account.id, event.customer);
  if (customerKey === undefined) throw new Error("a sandbox customer has neither number nor id");
  const sha1 = (bytes: Uint8Array) => identifiers.sha1(bytes);
  const ids = {
    conversationId: conversationId({ owner, chatAccountId: account.id, customerKey }, sha1),
    messageId: inboundMessageId(account.id, event.key, sha1),
  };
  const { base64 } = written.file;
  if (event.media !== undefined && base64 !== "")
    await keepFile?.({
      chatAccountId: account.id,
      message: { ...event, id: ids.messageId, ...ids, media: { ...event.media, state: "pending" } },
      bytes: fileOf(base64).bytes,
    });
  return ids;
}

interface Writing {
  readonly account: ChatAccount;
  readonly phone: string;
  readonly written: CustomerMessage;
  readonly arrivedAtMs: number;
}

/** Makes the event as the platform would report it, and reads it as every event is read. */
function eventOf(
  { identifiers, fileOf }: Pick<WriteAsCustomerDeps, "identifiers" | "fileOf">,
  { account, phone, written, arrivedAtMs }: Writing,
): InboundEvent {
  const value = reportedValue(written, {
    phone,
    messageId: `wamid.${identifiers.newId()}`,
    mediaId: `sandbox-${identifiers.newId()}`,
    sha256: fileOf(written.file.base64).sha256,
  });
  const message = inboundMessage(value, value.messages[0], arrivedAtMs);
  if (message === undefined) throw new Error("a sandbox customer's message has no id");
  const { providerBusinessAccountId, providerPhoneNumberId } = account;
  return { ...message, providerBusinessAccountId, providerPhoneNumberId };
}

/** The account of test mode is in no index of the platform's numbers, so the event finds it here. */
const onlyAccount = (
  accounts: WriteAsCustomerDeps["chatAccounts"],
  account: ChatAccount,
): ReceiveMessageDeps["chatAccounts"] => ({
  findByProviderNumber: async () => account,
  findByProviderBusiness: async () => [account],
  findFor: (owner, id) => accounts.findFor(owner, id),
});
