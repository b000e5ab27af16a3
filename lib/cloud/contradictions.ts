import { MEDIA_PREFIXES } from "./capabilities.ts";
import { DELIVERY_PATH, deliveryUrlOf } from "./media-settings.ts";

/** These settings are valid by themselves but may contradict each other. */
export interface Compared {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  readonly alarmTopicArn?: string | undefined;
  readonly chatTopicArn?: string | undefined;
  readonly certificateArn?: string | undefined;
  readonly webAclArn?: string | undefined;
  readonly domainName?: string | undefined;
  readonly mediaBucket?: string | undefined;
  readonly mediaKeyPrefix: string;
  readonly mediaDeliveryUrl?: string | undefined;
  readonly bounceDomain?: string | undefined;
  readonly receiptRuleSet?: string | undefined;
  readonly uploads: boolean;
  readonly uploadServerDomain?: string | undefined;
}

export interface Contradiction {
  readonly name: keyof Compared;
  readonly message: string;
}

/** Finds settings that would make the deployment fail, or later the service. An absent setting contradicts nothing. */
export function contradictions(given: Compared): readonly Contradiction[] {
  const topics = [...placeOf("alarmTopicArn", given), ...placeOf("chatTopicArn", given)];
  return [...topics, ...owners(given), ...media(given), ...uploadServer(given), ...receipt(given)];
}

/**
 * Reports a topic of another region or account. An alarm can notify only a topic of its own region, and a subscription
 * must be where its topic and its dead letters are.
 */
function placeOf(name: "alarmTopicArn" | "chatTopicArn", given: Compared): Contradiction[] {
  const region = given[name]?.split(":")[3];
  const isElsewhere = given.region !== undefined && region !== undefined && region !== given.region;
  const elsewhere = { name, message: `is of ${region}, and the stacks are of ${given.region} (region)` };
  return [...(isElsewhere ? [elsewhere] : []), ...ownerOf(name, given)];
}

const owners = (given: Compared): Contradiction[] => [
  ...ownerOf("certificateArn", given),
  ...ownerOf("webAclArn", given),
];

function ownerOf(
  name: "alarmTopicArn" | "chatTopicArn" | "certificateArn" | "webAclArn",
  given: Compared,
): Contradiction[] {
  const owner = given[name]?.split(":")[4];
  if (owner === undefined || given.account === undefined || owner === given.account) return [];
  return [{ name, message: `is of the account ${owner}, and the stacks are of ${given.account} (account)` }];
}

function uploadServer({ uploads, uploadServerDomain }: Compared): Contradiction[] {
  if (uploads || uploadServerDomain === undefined) return [];
  return [{ name: "uploadServerDomain", message: "names a server that no upload reaches, because uploads is false" }];
}

function receipt({ bounceDomain, receiptRuleSet }: Compared): Contradiction[] {
  if (bounceDomain !== undefined || receiptRuleSet === undefined) return [];
  return [
    { name: "receiptRuleSet", message: "is for the mails that come back, and bounceDomain names no domain for them" },
  ];
}

function media(given: Compared): Contradiction[] {
  if (given.mediaBucket === undefined) return [];
  const taken = Object.values(MEDIA_PREFIXES).map((prefix) => prefix.replace(/\/$/, ""));
  const isTaken = taken.includes(given.mediaKeyPrefix.split("/")[0] ?? "");
  // Objects in review expire after a day, and nobody must mistake an upload for a customer's file.
  const message = `may not begin with ${taken.toReversed().join(" or ")}: other files lie there, with ends of their own`;
  return [...(isTaken ? [{ name: "mediaKeyPrefix" as const, message }] : []), ...delivery(given)];
}

/**
 * Checks that links lead to the only distribution that serves them. Without a domain name, its host is not known in
 * advance.
 */
function delivery({ mediaDeliveryUrl: given, ...rest }: Compared): Contradiction[] {
  const own = deliveryUrlOf(rest);
  if (given === undefined || given === own) return [];
  const name = "mediaDeliveryUrl";
  if (own !== undefined) return [{ name, message: `must be ${own}, or left out: it follows from domainName` }];
  const { origin } = new URL(given);
  return given === `${origin}${DELIVERY_PATH}`
    ? []
    : [{ name, message: `must be ${origin}${DELIVERY_PATH}: nothing else is served` }];
}
