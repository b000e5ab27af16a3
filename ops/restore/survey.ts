import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { generationNamed, generationOf } from "./chat-account-buckets.ts";
import { accountOf, isAccount, isNumber } from "./chat-accounts.ts";
import { type DurableTable, type Item, keyText, text } from "./item.ts";
import { choose, type KnownOwners, knownAs, namedOwners, type OwnerChoice, ownersOf } from "./owners.ts";
import { PAGE, readAll, readNow } from "./table-reader.ts";

export interface Survey {
  readonly known: KnownOwners;
  readonly accounts: readonly Item[];
  /** Through these items a provider's number finds its chat account. */
  readonly numbers: readonly Item[];
  /**
   * Says whether an item's chat account has another number or business by now, or its number belongs to another
   * account.
   */
  readonly isMoved: (item: Item) => boolean;
}

export const NO_SURVEY: Survey = { known: new Map(), accounts: [], numbers: [], isMoved: () => false };

export interface SurveyOptions {
  readonly name: DurableTable;
  readonly living: string;
  readonly beside: string;
  readonly choice: OwnerChoice;
}

/** Pages of items that are only looked at and not compared have this size. */
const MANY = 1000;
const beginning = (...prefixes: readonly (readonly ["pk" | "sk", string])[]) => ({
  Limit: MANY,
  FilterExpression: prefixes.map(([key], i) => `begins_with(${key}, :p${i})`).join(" OR "),
  ExpressionAttributeValues: Object.fromEntries(prefixes.map(([, prefix], i) => [`:p${i}`, { S: prefix }])),
});

/** Scans a table's backup for the facts on which decisions about single items depend. */
export async function surveyOf(client: DynamoDBClient, options: SurveyOptions): Promise<Survey> {
  if (options.name === "Config") return ofConfig(client, options);
  return options.name === "Chat" && !options.choice.isEverybody ? ofChat(client, options) : NO_SURVEY;
}

async function ofConfig(client: DynamoDBClient, { name, beside, living }: SurveyOptions): Promise<Survey> {
  const known = new Map<string, readonly string[]>();
  const accounts: Item[] = [];
  const numbers: Item[] = [];
  const buckets = new Map<string, string[]>();
  const note = (item: Item): void => {
    if (isNumber(name, item)) numbers.push(item);
    if (isAccount(name, item)) accounts.push(item);
    const generation = generationOf(item);
    if (generation !== undefined) (buckets.get(generation) ?? added(buckets, generation)).push(...namedOwners(item));
  };
  await readAll(client, beside, (page) => page.forEach(note), beginning(["pk", "CACC#"], ["pk", "PHONE#"]));
  for (const one of accounts) {
    // The owners of a large account are spread over the buckets that it names.
    const all = [...namedOwners(one), ...(buckets.get(generationNamed(one) ?? "") ?? [])];
    known.set(knownAs(one) ?? "", [...new Set(all)]);
  }
  const moved = await movedAccounts(client, living, accounts);
  return { known, accounts, numbers, isMoved: (item) => moved.has(accountOf(name, item) ?? "") };
}

function added(buckets: Map<string, string[]>, generation: string): string[] {
  const owners: string[] = [];
  buckets.set(generation, owners);
  return owners;
}

/** Collects the owners of items that do not name their owner. */
async function ofChat(client: DynamoDBClient, { name, beside, choice }: SurveyOptions): Promise<Survey> {
  const known = new Map<string, readonly string[]>();
  const unknown = choose([], choice);
  const note = (item: Item): void => {
    const [as, owners] = [knownAs(item), ownersOf(name, item, known)];
    // Only records whose owners decide which items are chosen are remembered. The owners of most records do not decide
    // this.
    if (as !== undefined && choose(owners, choice) !== unknown) known.set(as, owners);
  };
  const names = { ProjectionExpression: "pk, sk, #owner", ExpressionAttributeNames: { "#owner": "owner" } };
  const naming = { ...beginning(["sk", "CONV#"], ["pk", "HOLD#"]), ...names };
  await readAll(client, beside, (page) => page.forEach(note), naming);
  return { ...NO_SURVEY, known };
}

async function movedAccounts(
  client: DynamoDBClient,
  living: string,
  accounts: readonly Item[],
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>();
  // The item of each account's number is read too, so a page holds half as many accounts.
  for (let first = 0; first < accounts.length; first += PAGE / 2) {
    const some = accounts.slice(first, first + PAGE / 2);
    const asked = new Map(some.flatMap((one) => [one, ...numberOf(one)]).map((one) => [keyText(one), one]));
    const now = await readNow(client, living, [...asked.values()]);
    for (const account of some) if (isMoved(account, now)) moved.add(accountOf("Config", account) ?? "");
  }
  return moved;
}

function numberOf(account: Item): Item[] {
  const number = text(account, "providerPhoneNumberId");
  if (number === undefined) return [];
  const { pk, sk } = numberKey(number);
  return [{ pk: { S: pk }, sk: { S: sk } }];
}

function isMoved(then: Item, living: ReadonlyMap<string, Item>): boolean {
  const id = accountOf("Config", then);
  const now = living.get(keyText(then));
  const isElsewhere = numberOf(then).some((key) => {
    const found = living.get(keyText(key));
    return found !== undefined && text(found, "accountId") !== id;
  });
  const isChanged = (name: string): boolean => now !== undefined && text(now, name) !== text(then, name);
  return isElsewhere || isChanged("providerPhoneNumberId") || isChanged("providerBusinessAccountId");
}
