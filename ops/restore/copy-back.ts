import { type DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { inBatches } from "../../shared/aws/dynamo/in-batches.ts";
import { generationNamed, noteOfLeft, unnamedBuckets } from "./chat-account-buckets.ts";
import { writeAsSeen } from "./conditional-writes.ts";
import { type Decision, decide, isDerived, isExpired, isWaiting, type Rules, totalBeside } from "./decide.ts";
import { type Figures, noFigures } from "./figures.ts";
import { type DurableTable, type Item, keyText, text } from "./item.ts";
import { OwnersGathered } from "./known-owners.ts";
import { choose, type KnownOwners, type OwnerChoice, ownersOf } from "./owners.ts";
import { readAll, readNow } from "./table-reader.ts";
import { type TextVersions, textState } from "./texts.ts";

export interface CopyBackOptions {
  readonly name: DurableTable;
  /** The table that functions use, and the one that was restored beside it. */
  readonly living: string;
  readonly beside: string;
  readonly to: Date;
  readonly rules: Rules;
  readonly choice: OwnerChoice;
  readonly texts: () => TextVersions;
  /** Without it nothing is written. */
  readonly isApplied: boolean;
}

/** Of items that are looked at, and not compared. */
const MANY = 1000;
const NAMING_OWNERS = {
  Limit: MANY,
  FilterExpression: "begins_with(sk, :conversation) OR begins_with(pk, :hold) OR begins_with(pk, :account)",
  ExpressionAttributeValues: { ":conversation": { S: "CONV#" }, ":hold": { S: "HOLD#" }, ":account": { S: "CACC#" } },
  ProjectionExpression: "pk, sk, #owner, owners, ownerBuckets",
  ExpressionAttributeNames: { "#owner": "owner" },
};

const LEFT_AS_DERIVED: Decision = { act: "leave", because: "derived" };

const BY_OWNER = {
  Limit: MANY,
  ProjectionExpression: "pk, sk, #owner, owners, #ttl, conversationId, accountId, customerKey",
  ExpressionAttributeNames: { "#owner": "owner", "#ttl": "ttl" },
};

/** Compares a restored table with the living one, item by item, and copies back. Run once more, it finds what is left to do. */
export class CopyBack {
  readonly #client: DynamoDBClient;
  readonly #options: CopyBackOptions;
  readonly #figures: Figures = noFigures();
  #known: KnownOwners = new Map();

  constructor(client: DynamoDBClient, options: CopyBackOptions) {
    this.#client = client;
    this.#options = options;
  }

  async run(): Promise<Figures> {
    const { beside, name, rules } = this.#options;
    this.#known = await this.#knownOwners();
    let hasLast = false;
    // A worker may take up a delivery at once: by then all that it needs is there, and so are the buckets that an account names.
    const isLast = (item: Item): boolean =>
      (rules.resumesDeliveries && isWaiting(name, item)) || generationNamed(item) !== undefined;
    const first = (item: Item): boolean => {
      hasLast ||= isLast(item);
      return !isLast(item);
    };
    await readAll(this.#client, beside, (page) => this.#page(page.filter(first)));
    if (hasLast) await readAll(this.#client, beside, (page) => this.#page(page.filter(isLast)));
    await this.#countNew();
    return this.#figures;
  }

  async #page(page: readonly Item[]): Promise<void> {
    const { name, living, beside, rules } = this.#options;
    const wanted = page.filter((item) => this.#isWanted(item));
    if (wanted.length === 0) return;
    const now = await readNow(this.#client, living, wanted);
    const copy = { beside, living, overwrites: rules.overwrites };
    const unnamed = await unnamedBuckets(this.#client, copy, wanted);
    const settle = async (then: Item): Promise<void> => {
      const seen = now.get(keyText(then));
      const isUnnamed = unnamed.has(keyText(then));
      await this.#settle(then, seen, isUnnamed ? LEFT_AS_DERIVED : decide({ table: name, then, now: seen }, rules));
    };
    // Several of one owner would be in each other's way at the total beside them.
    for (const item of wanted.filter((one) => totalBeside(name, one) !== undefined)) await settle(item);
    await inBatches(
      wanted.filter((one) => totalBeside(name, one) === undefined),
      settle,
    );
  }

  #isWanted(item: Item): boolean {
    const chosen = choose(ownersOf(this.#options.name, item, this.#known), this.#options.choice);
    if (chosen === "other") return false;
    this.#figures.inBackup++;
    if (chosen === "take") return true;
    this.#figures[chosen]++;
    return false;
  }

  async #settle(then: Item, seen: Item | undefined, decision: Decision): Promise<void> {
    const figures = this.#figures;
    if (decision.act === "leave") figures[decision.because]++;
    else figures[decision.act === "copy" ? "missing" : "different"]++;
    // An item that is as it was may have lost its object all the same.
    const isNamingText = decision.act !== "leave" || decision.because === "same";
    const hasText = isNamingText && (await this.#hasText(then));
    if (hasText && decision.act !== "leave" && this.#options.isApplied) await this.#write(then, seen, decision);
  }

  async #write(then: Item, seen: Item | undefined, decision: Exclude<Decision, { act: "leave" }>): Promise<void> {
    const { name, living: table, texts } = this.#options;
    const drops = totalBeside(name, then);
    const note = decision.act === "replace" ? noteOfLeft(seen, then) : undefined;
    if (note) await this.#client.send(new PutItemCommand({ TableName: table, Item: note }));
    if (!(await writeAsSeen(this.#client, { table, item: decision.item, seen, drops }))) {
      this.#figures.writtenMeanwhile++;
      return;
    }
    this.#figures[decision.act === "copy" ? "copied" : "replaced"]++;
    if (decision.act === "copy" && decision.isEnded) this.#figures.ended++;
    const before = seen && text(seen, "blobKey");
    if (before !== undefined && before !== text(then, "blobKey")) await texts().remove(before);
  }

  /** Whether the object that an item names is there, or is there again: first the object, then the item that names it. */
  async #hasText(item: Item): Promise<boolean> {
    const key = text(item, "blobKey");
    if (key === undefined) return true;
    const { texts, to, isApplied } = this.#options;
    const state = textState(await texts().versionsOf(key), to.getTime());
    if (state.kind === "gone") this.#figures.textsGone++;
    if (state.kind !== "lost") return state.kind === "there";
    this.#figures.textsLost++;
    if (!isApplied) return true;
    await texts().makeLatest(state.version);
    this.#figures.textsCopied++;
    return true;
  }

  /** Of what does not say itself whose it is; nothing where all owners are taken alike. */
  async #knownOwners(): Promise<KnownOwners> {
    const { beside, name, choice } = this.#options;
    if (choice.isEverybody || !(name === "Chat" || name === "Config")) return new Map();
    const gathered = new OwnersGathered(name, choice);
    await readAll(this.#client, beside, (page) => gathered.note(page), NAMING_OWNERS);
    return gathered.all();
  }

  async #countNew(): Promise<void> {
    const { living, name, rules, choice } = this.#options;
    let found = 0;
    const count = (page: readonly Item[]): void => {
      const alive = page.filter((item) => !isExpired(item, rules.nowMs) && !isDerived(name, item));
      found += alive.filter((item) => choose(ownersOf(name, item, this.#known), choice) === "take").length;
    };
    await readAll(this.#client, living, count, BY_OWNER);
    const { same, different, copied } = this.#figures;
    this.#figures.newSince = Math.max(0, found - same - different - copied);
  }
}
