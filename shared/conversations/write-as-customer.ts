import type { ChatAccount } from "../chat/domain/chat-account.ts";
import type { InboundEvent } from "../chat/domain/chat-event.ts";
import { inboundMessage } from "../chat/domain/message-events.ts";
import type { ChatAccountReader } from "../chat/ports/chat-account-store.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { type CustomerMessage, reportedValue } from "../sandbox/domain/customer-message.ts";
import { conversationId, inboundMessageId } from "./domain/conversation-id.ts";
import type { ConversationStore } from "./ports.ts";
import { type ReceiveMessageDeps, receiveMessage } from "./receive-messages.ts";

export interface WriteAsCustomerDeps
  extends Omit<ReceiveMessageDeps, "chatAccounts" | "conversations" | "identifiers"> {
  readonly chatAccounts: Pick<ChatAccountReader, "findDefault" | "findFor">;
  readonly conversations: ReceiveMessageDeps["conversations"] & Pick<ConversationStore, "customerKeyOf">;
  readonly identifiers: Pick<Identifiers, "newId" | "sha1">;
  /** Returns the SHA-256 of a file; both are in base64. */
  readonly fileHash: (base64: string) => string;
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
  const { chatAccounts, conversations, identifiers, clock } = deps;
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
  return {
    conversationId: conversationId({ owner, chatAccountId: account.id, customerKey }, sha1),
    messageId: inboundMessageId(account.id, event.key, sha1),
  };
}

interface Writing {
  readonly account: ChatAccount;
  readonly phone: string;
  readonly written: CustomerMessage;
  readonly arrivedAtMs: number;
}

/** Makes the event as the platform would report it, and reads it as every event is read. */
function eventOf(
  { identifiers, fileHash }: Pick<WriteAsCustomerDeps, "identifiers" | "fileHash">,
  { account, phone, written, arrivedAtMs }: Writing,
): InboundEvent {
  const value = reportedValue(written, {
    phone,
    messageId: `wamid.${identifiers.newId()}`,
    mediaId: `sandbox-${identifiers.newId()}`,
    sha256: fileHash(written.file.base64),
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
