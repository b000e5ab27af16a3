import { type DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { inBatches } from "../../shared/kernel/in-batches.ts";
import { accompanyingWrites, withoutAlias } from "./accompanying-writes.ts";
import { noteOfLeft, unnamedBuckets } from "./chat-account-buckets.ts";
import { isAccount, isNumber, withoutOwners } from "./chat-accounts.ts";
import { writeAsSeen } from "./conditional-writes.ts";
import { ContentCopies, type VersionedContents } from "./content-copies.ts";
import { type Decision, decisionOn, isDerived, isExpired, isWaiting, type Rules, totalBeside } from "./decision-on.ts";
import { type Figures, noFigures } from "./figures.ts";
import { type DurableTable, type Item, keyText, restoredItem, text } from "./item.ts";
import { isJournal, Journal } from "./journal.ts";
import { otherHalfOf } from "./key-halves.ts";
import { choose, type OwnerChoice, ownersOf } from "./owners.ts";
import { NO_SURVEY, type Survey, surveyOf } from "./survey.ts";
import { PAGE, readAll, readNow } from "./table-reader.ts";

export interface CopyBackOptions {
  readonly name: DurableTable;
  /** The name of the living table, which functions use. The restored table is beside it. */
  readonly living: string;
  readonly beside: string;
  readonly to: Date;
  readonly rules: Rules;
  readonly choice: OwnerChoice;
  readonly contents: () => VersionedContents;
  /** Whether items are written; if not, they are only compared. */
  readonly isApplied: boolean;
}

/** Pages of items that are only looked at and not compared have this size. */
const MANY = 1000;
const BY_OWNER = {
  Limit: MANY,
  ProjectionExpression: "pk, sk, #owner, owners, #ttl, conversationId, accountId, customerKey",
  ExpressionAttributeNames: { "#owner": "owner", "#ttl": "ttl" },
};

const LEFT_AS_DERIVED: Decision = { act: "leave", because: "derived" };

/**
 * Compares a restored table with the living one, item by item, and copies items back. A later run continues with the
 * items that are left.
 */
export class CopyBack {
  readonly #client: DynamoDBClient;
  readonly #options: CopyBackOptions;
  readonly #figures: Figures = noFigures();
  readonly #journal: Journal;
  readonly #contents: ContentCopies;
  #survey: Survey = NO_SURVEY;

  constructor(client: DynamoDBClient, options: CopyBackOptions) {
    this.#client = client;
    this.#options = options;
    this.#journal = new Journal(client, options.beside);
    this.#contents = new ContentCopies({ ...options, toMs: options.to.getTime(), figures: this.#figures });
  }

  async run(): Promise<Figures> {
    const { beside, name, rules, isApplied, choice } = this.#options;
    const replaced = await this.#journal.read();
    if (isApplied) await inBatches(replaced, (one) => this.#dropText(one.item, one.blobKey));
    this.#survey = await surveyOf(this.#client, this.#options);
    const isLast = (item: Item): boolean => rules.resumesDeliveries && isWaiting(name, item);
    const isApart = (item: Item): boolean => isAccount(name, item) || isNumber(name, item) || isLast(item);
    // Numbers come first, because an account whose number is taken now is not restored. Accounts come last, when all
    // their owners exist.
    await this.#pages(this.#survey.numbers);
    await readAll(this.#client, beside, (page, ending) =>
      this.#page(
        page.filter((item) => !isApart(item)),
        ending,
      ),
    );
    await this.#pages(this.#survey.accounts);
    // A worker may start these deliveries at once, so everything that they need must exist before.
    if (rules.resumesDeliveries)
      await readAll(this.#client, beside, (page, ending) => this.#page(page.filter(isLast), ending));
    await this.#countNew();
    if (isApplied && rules.overwrites) await this.#journal.noteSetBack(choice.only);
    return this.#figures;
  }

  async #pages(items: readonly Item[]): Promise<void> {
    const ending = new AbortController();
    for (let first = 0; first < items.length && !ending.signal.aborted; first += PAGE)
      await this.#page(items.slice(first, first + PAGE), ending);
    ending.signal.throwIfAborted();
  }

  async #page(page: readonly Item[], ending: AbortController): Promise<void> {
    const { name, living, beside, choice, rules } = this.#options;
    const all = page.filter((item) => this.#isWanted(item));
    const wanted = all.map((item) => withoutOwners(name, item, choice.isLeftOut));
    const now = await readNow(this.#client, living, wanted);
    const halfKeys = wanted.map((item) => otherHalfOf(name, item)).filter((key) => key !== undefined);
    const halves = await readNow(this.#client, living, halfKeys);
    const copy = { beside, living, overwrites: rules.overwrites && !this.#journal.hasSetBack([]) };
    const unnamed = await unnamedBuckets(this.#client, copy, wanted);
    const settle = async (then: Item): Promise<void> => {
      if (ending.signal.aborted) return;
      const half = otherHalfOf(name, then);
      const pair = { table: name, then, now: now.get(keyText(then)), otherHalf: half && halves.get(keyText(half)) };
      const decision = unnamed.has(keyText(then)) ? LEFT_AS_DERIVED : decisionOn(pair, this.#rulesFor(then));
      await this.#settle(then, pair.now, decision).catch((error: unknown) => ending.abort(error));
    };
    // The writes of one owner would conflict at the total that is stored with them, so they run one after the other.
    for (const item of wanted.filter((one) => totalBeside(name, one) !== undefined)) await settle(item);
    await inBatches(
      wanted.filter((one) => totalBeside(name, one) === undefined),
      settle,
    );
  }

  #isWanted(item: Item): boolean {
    if (isJournal(item)) return false;
    const { name, choice } = this.#options;
    const chosen = choose(ownersOf(name, item, this.#survey.known), choice);
    if (chosen === "other") return false;
    this.#figures.inBackup++;
    const why = chosen === "take" && this.#survey.isMoved(item) ? "moved" : chosen;
    if (why === "take") return true;
    this.#figures[why]++;
    return false;
  }

  /**
   * Returns the rules for an item. An item that an earlier run set back and that differs now was changed afterwards, so
   * it is not overwritten.
   */
  #rulesFor(then: Item): Rules {
    const { name, rules } = this.#options;
    const isDone = rules.overwrites && this.#journal.hasSetBack(ownersOf(name, then, this.#survey.known));
    return isDone ? { ...rules, overwrites: false } : rules;
  }

  async #settle(then: Item, seen: Item | undefined, decision: Decision): Promise<void> {
    const figures = this.#figures;
    if (decision.act === "leave") figures[decision.because]++;
    else figures[decision.act === "copy" ? "missing" : "different"]++;
    // The object of an unchanged item may be lost too.
    const isNamingText = decision.act !== "leave" || decision.because === "same";
    const hasText = isNamingText && (await this.#contents.isThere(then));
    if (hasText && decision.act !== "leave" && this.#options.isApplied) await this.#write(then, seen, decision);
  }

  async #write(then: Item, seen: Item | undefined, decision: Exclude<Decision, { act: "leave" }>): Promise<void> {
    const { name, living: table, rules } = this.#options;
    const replaced = replacedText(then, seen);
    // The replaced text is noted before the write, because a later run would no longer find it.
    if (replaced !== undefined) await this.#journal.noteReplaced({ blobKey: replaced, item: then });
    const note = decision.act === "replace" ? noteOfLeft(seen, then) : undefined;
    if (note) await this.#client.send(new PutItemCommand({ TableName: table, Item: note }));
    // The end of a notification must be announced, so an ended one is not marked as restored.
    const item = decision.isEnded ? decision.item : restoredItem(decision.item, new Date(rules.nowMs));
    const write = (one: Item): Promise<boolean> =>
      writeAsSeen(this.#client, { table, item: one, seen, together: accompanyingWrites({ name, table, seen }, one) });
    const other = withoutAlias(name, item);
    this.#count((await write(item)) || (other !== undefined && (await write(other))), decision);
    if (replaced !== undefined) await this.#dropText(then, replaced);
  }

  #count(isWritten: boolean, decision: Exclude<Decision, { act: "leave" }>): void {
    const figures = this.#figures;
    if (!isWritten) figures.writtenMeanwhile++;
    else figures[decision.act === "copy" ? "copied" : "replaced"]++;
    if (isWritten && decision.isEnded) figures.ended++;
  }

  /** Removes the object with an item's text unless the item still names the object. */
  async #dropText(item: Item, blobKey: string): Promise<void> {
    const [now] = (await readNow(this.#client, this.#options.living, [item])).values();
    if (now === undefined || text(now, "blobKey") !== blobKey) await this.#options.contents().remove(blobKey);
    await this.#journal.forgetReplaced(blobKey);
  }

  async #countNew(): Promise<void> {
    const { living, name, rules, choice } = this.#options;
    const figures = this.#figures;
    let found = 0;
    const count = (page: readonly Item[]): void => {
      for (const item of page.filter((one) => !isExpired(one, rules.nowMs) && !isDerived(name, one))) {
        const owners = ownersOf(name, item, this.#survey.known);
        if (choose(owners, choice) === "take") found++;
        else if (owners.length > 0 && owners.every(choice.wasErased)) figures.ofErased++;
      }
    };
    await readAll(this.#client, living, count, BY_OWNER);
    figures.newSince = Math.max(0, found - figures.same - figures.different - figures.copied);
  }
}

/**
 * Returns the key of the object with the item's text, if the current item names this object and the restored item does
 * not.
 */
function replacedText(then: Item, seen: Item | undefined): string | undefined {
  const named = seen && text(seen, "blobKey");
  return named === text(then, "blobKey") ? undefined : named;
}
