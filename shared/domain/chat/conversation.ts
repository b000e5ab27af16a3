import type { EventCustomer } from "./chat-event.ts";
import { canonicalPhone } from "./phone-number.ts";
import { isWindowOpen } from "./service-window.ts";

/** One key per customer: the canonical number, else the business-scoped id (D30). Undefined when there is neither. */
export const customerKey = ({ phone, providerUserId }: EventCustomer): string | undefined =>
  phone === undefined ? providerUserId : canonicalPhone(phone);

/** Ours alone; changing it would give every conversation another id. */
const CONVERSATION_NAMESPACE = "7d1c9a52-3b0e-4f56-9a8d-5c64e2f0b917";

/** Not in the platform's plain JavaScript: passed in. Twenty bytes. */
export type Sha1 = (bytes: Uint8Array) => Uint8Array;

const bytesOfUuid = (uuid: string): Uint8Array =>
  Uint8Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** RFC 9562 section 5.5. */
export function uuidV5(namespace: string, name: string, sha1: Sha1): string {
  const bytes = sha1(Uint8Array.from([...bytesOfUuid(namespace), ...new TextEncoder().encode(name)])).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export interface ConversationKey {
  readonly owner: string;
  readonly chatAccountId: string;
  /** As `customerKey` makes it. */
  readonly customerKey: string;
}

/** D28: the same three always make the same id. A list in JSON has no two readings, whatever the parts contain. */
export const conversationId = ({ owner, chatAccountId, customerKey: customer }: ConversationKey, sha1: Sha1): string =>
  uuidV5(CONVERSATION_NAMESPACE, JSON.stringify([owner, chatAccountId, customer]), sha1);

/** Who holds a customer on a shared account, and when the customer last wrote to them. */
export interface Hold {
  readonly owner: string;
  readonly latestInboundAtMs?: number | undefined;
}

export interface SendIntent {
  readonly sender: string;
  readonly kind: "template" | "free_form";
  readonly nowMs: number;
}

/** `held` is answered to the caller as 409 `conversation is owned by another tenant`. */
export type HoldDecision = "keeps" | "takes" | "passes" | "held";

/**
 * D28: `keeps` the hold that the sender has, `takes` one that is free or has lapsed; `passes` without it, which only templates may.
 */
export function decideHold(hold: Hold | undefined, { sender, kind, nowMs }: SendIntent): HoldDecision {
  if (hold === undefined) return "takes";
  if (hold.owner === sender) return "keeps";
  if (!isWindowOpen(hold.latestInboundAtMs, nowMs)) return "takes";
  return kind === "template" ? "passes" : "held";
}

export interface Receiver {
  readonly owner: string;
  /** The customer wrote to them, so their window opens, and they hold from now on. */
  readonly takesHold: boolean;
}

/** D28: the holder, else the account's first owner. An owner who left the account holds nothing. Undefined without owners. */
export function receiverOf(hold: Hold | undefined, accountOwners: readonly string[]): Receiver | undefined {
  if (hold !== undefined && accountOwners.includes(hold.owner)) return { owner: hold.owner, takesHold: false };
  const [first] = accountOwners;
  return first === undefined ? undefined : { owner: first, takesHold: true };
}
