import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { DynamoChatAccountStore } from "./chat-account-store.ts";
import { DynamoChatTemplateStore } from "./chat-template-store.ts";

/** Of 100 accounts each: far above what an owner has. */
const MAX_ROUNDS = 50;

/**
 * Part of an owner's erasure: an account that only this owner may have goes with its owner, every other one goes on without; what was
 * begun at the provider is forgotten. Answers how many items outside of the owner's own partition are gone.
 */
export async function leaveChatAccounts(client: DynamoDBDocumentClient, table: string, owner: Owner): Promise<number> {
  const accounts = new DynamoChatAccountStore(client, table);
  const templates = new DynamoChatTemplateStore(client, table);
  let removed = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = await accounts.listFor(owner);
    if (own.length === 0) break;
    for (const account of own) {
      removed += await forgetBegun(templates, owner, account.id);
      removed += await leave(accounts, owner, account);
    }
  }
  return removed;
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
