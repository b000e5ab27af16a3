import type { InOwnersTime } from "../edge/ports.ts";
import type { UnsubscribeLink } from "./domain/unsubscribe-link.ts";
import type { LinkKeyStore, SuppressionStore } from "./ports.ts";
import { type SuppressDeps, unsubscribeFrom } from "./suppress.ts";
import { linkIn, type OpenedLink } from "./unsubscribe-links.ts";

export interface UnsubscribeDeps extends SuppressDeps {
  readonly suppressions: Pick<SuppressionStore, "add" | "list">;
  readonly linkKeys: Pick<LinkKeyStore, "find">;
  readonly inOwnTime: InOwnersTime;
}

/** A recipient's suppressions for one reason are as many as the topics, of which this many are looked at. */
const MOST_TOPICS = 1000;

export interface FollowedLink extends Pick<UnsubscribeLink, "topic"> {
  readonly isUnsubscribed: boolean;
}

/** Says what a link is about, and whether it was used; undefined for a bad token. It changes nothing. */
export async function followLink(deps: UnsubscribeDeps, token: string): Promise<FollowedLink | undefined> {
  const link = await linkIn(deps.linkKeys, token);
  return link && { topic: link.topic, isUnsubscribed: await isUnsubscribed(deps, link) };
}

async function isUnsubscribed({ suppressions }: UnsubscribeDeps, link: OpenedLink): Promise<boolean> {
  const { owner, address: recipient, topic } = link;
  const page = await suppressions.list(owner, { recipient, reason: "unsubscribe", limit: MOST_TOPICS });
  return page.suppressions.some((one) => one.topic === undefined || one.topic === topic);
}

/** Suppresses the address of the link for its topic; undefined for a bad token. It may be repeated (D45a). */
export async function unsubscribe(deps: UnsubscribeDeps, token: string): Promise<FollowedLink | undefined> {
  const link = await linkIn(deps.linkKeys, token);
  if (link === undefined) return undefined;
  const { owner, address: recipient, topic, notificationId } = link;
  await deps.inOwnTime(owner, () =>
    unsubscribeFrom(deps, { owner, recipient, reason: "unsubscribe", topic, notificationId }),
  );
  return { topic, isUnsubscribed: true };
}
