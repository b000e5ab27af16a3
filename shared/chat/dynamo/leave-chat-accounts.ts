import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Log } from "../../kernel/log.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { DynamoChatAccountStore } from "./chat-account-store.ts";
import { DynamoChatTemplateStore } from "./chat-template-store.ts";

const PAGE = 100;
/**
 * The most rounds that read an owner's list. A round reads 100 accounts, so the rounds together read far more accounts than an owner has.
 */
const MAX_ROUNDS = 50;
const MAX_PAGES = 10_000;

/** Removes an owner from shared accounts, and removes accounts of this owner alone and unfinished creations. Returns the number removed. */
export async function leaveChatAccounts(
  client: DynamoDBDocumentClient,
  { table, log }: { readonly table: string; readonly log: Log },
  owner: Owner,
): Promise<number> {
  const accounts = new DynamoChatAccountStore(client, table, { log });
  const templates = new DynamoChatTemplateStore(client, table);
  let removed = 0;
  for await (const account of accountsOf(accounts, owner)) {
    removed += await forgetBegun(templates, owner, account.id);
    removed += await leave(accounts, owner, account);
  }
  return removed;
}

/** Yields the owner's accounts: first those in the owner's list, then those that the list lacks, because it is written after a save. */
async function* accountsOf(accounts: DynamoChatAccountStore, owner: Owner): AsyncGenerator<ChatAccount> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const listed = await accounts.listFor(owner);
    if (listed.length === 0) break;
    yield* listed;
  }
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const ids = await accounts.ids({ limit: PAGE, after });
    const found = await inBatches(ids, (id) => accounts.findFor(owner, id));
    yield* found.filter((account) => account !== undefined);
    if (ids.length < PAGE) return;
    after = ids.at(-1);
  }
  throw new Error("there are more chat accounts than an erasure looks at");
}

async function forgetBegun(templates: DynamoChatTemplateStore, owner: Owner, accountId: string): Promise<number> {
  const begun = (await templates.listUnfinished(accountId)).filter((creation) => creation.owner === owner);
  for (const creation of begun) await templates.abandon(creation);
  return begun.length;
}

async function leave(
  accounts: DynamoChatAccountStore,
  owner: Owner,
  { id, ownershipType }: ChatAccount,
): Promise<number> {
  if (ownershipType === "customer_owned") return (await accounts.remove(id)) ? 1 : 0;
  await accounts.leave(owner, id);
  return 0;
}
