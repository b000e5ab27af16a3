import { type Sha1, uuidV5 } from "../../chat/domain/conversation-id.ts";

/** Ours alone; changing it would tell every repeated event as a new message. */
const INBOUND_NAMESPACE = "1f6a3c0e-9d57-4b8e-8a41-0b7be9d2c653";

/** The same event, however often and whenever it is told, makes the same message of an account. */
export const inboundMessageId = (chatAccountId: string, eventKey: string, sha1: Sha1): string =>
  uuidV5(INBOUND_NAMESPACE, JSON.stringify([chatAccountId, eventKey]), sha1);
