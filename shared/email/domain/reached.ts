import { countOf, type Notification, type RecipientRecord } from "../../notifications/domain/notification.ts";
import { readRecipient } from "../../suppressions/domain/recipient.ts";

/** A recipient that a mail went to. */
export interface ReachedRecipient {
  /** The recipient's number, as in `RecipientRecord`. */
  readonly to: number;
  /** Undefined when the content with the address of a copy has expired. */
  readonly address?: string | undefined;
}

/** The mail never left to these recipients, so nothing can come back from them. */
const isLeftBehind = ({ result }: RecipientRecord): boolean => result === "refused" || result === "suppressed";

/** Returns whom a mail went to. Without the addresses of its content, only the first recipient has one. */
export function reachedBy(
  notification: Pick<Notification, "recipient" | "recipientCount" | "recipients">,
  addresses: readonly string[] = [],
): readonly ReachedRecipient[] {
  const leftBehind = new Set(notification.recipients?.filter(isLeftBehind).map(({ to }) => to));
  const count = addresses.length > 0 ? addresses.length : countOf(notification);
  return Array.from({ length: count }, (_, to) => ({
    to,
    address: addresses[to] ?? (to === 0 ? notification.recipient : undefined),
  })).filter(({ to }) => !leftBehind.has(to));
}

const keyOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : readRecipient(address)?.key;

/** Finds the first of these addresses that the mail went to. */
export function namedBy(reached: readonly ReachedRecipient[], named: readonly string[]): ReachedRecipient | undefined {
  const byKey = new Map(reached.toReversed().map((one) => [keyOf(one.address), one]));
  for (const address of named) {
    const key = keyOf(address);
    const found = key === undefined ? undefined : byKey.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds whom a report means: a mail that went to one recipient was forwarded, or the report hides the address (D45f). */
export const meantBy = (reached: readonly ReachedRecipient[], named: readonly string[]): ReachedRecipient | undefined =>
  namedBy(reached, named) ?? (reached.length === 1 ? reached[0] : undefined);
