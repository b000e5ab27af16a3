import { providerTemplateKey } from "../../shared/chat/dynamo/chat-template-item.ts";
import { ACCOUNT_PREFIX } from "../../shared/email/dynamo/sending-account-item.ts";
import { topicAccountKey } from "../../shared/email/dynamo/topic-accounts.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { providerReferenceKey } from "../../shared/notifications/dynamo/provider-reference-items.ts";
import { returnKeyKey } from "../../shared/returned-mail/dynamo/return-key-store.ts";
import { linkKeyKey } from "../../shared/suppressions/dynamo/link-key-store.ts";
import type { Row } from "./partition-eraser.ts";

/** Returns the keys of the references through which the provider's events find a chat notification. */
export function providerReferencesOf({ sk, conversationId, cloudMessageId, providerMessageId }: Row): Row[] {
  if (conversationId === undefined) return [];
  const references = [sk, cloudMessageId, providerMessageId].filter((one) => one !== undefined);
  return [...new Set(references)].map(providerReferenceKey);
}

/** Returns the keys of the items in other partitions that belong to an item of the owner's partition. */
export const elsewhereOf =
  (owner: Owner) =>
  ({ sk, providerTemplateId, linkKeyId, returnKeyId, feedbackTopicArn }: Row): Row[] => [
    ...(providerTemplateId ? [providerTemplateKey(providerTemplateId)] : []),
    ...(linkKeyId ? [linkKeyKey(linkKeyId)] : []),
    ...(returnKeyId ? [returnKeyKey(returnKeyId)] : []),
    ...(feedbackTopicArn ? [topicAccountKey(feedbackTopicArn, owner, sk.slice(ACCOUNT_PREFIX.length))] : []),
  ];
