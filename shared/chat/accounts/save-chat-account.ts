import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { Expected } from "../../kernel/revision.ts";
import type { ChatAccountRequest } from "../contract/chat-account-request.ts";
import { isVerifiedAlike, type RevisedChatAccount } from "../domain/chat-account.ts";
import { type ChatAccountStore, ProviderNumberTakenError } from "../ports/chat-account-store.ts";

export interface SaveChatAccountDeps {
  readonly chatAccounts: ChatAccountStore;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export async function createChatAccount(
  deps: SaveChatAccountDeps,
  request: ChatAccountRequest,
  id = deps.identifiers.newId(),
): Promise<RevisedChatAccount> {
  const now = new Date(deps.clock.now()).toISOString();
  const account = { id, ...request, createdAt: now, updatedAt: now };
  return refuseTakenNumber(deps.chatAccounts.create(account));
}

/** A replacement resets every field that the request leaves out, including the default. */
export async function replaceChatAccount(
  deps: SaveChatAccountDeps,
  { id, expected }: { readonly id: string; readonly expected?: Expected | undefined },
  request: ChatAccountRequest,
): Promise<RevisedChatAccount> {
  const stored = await deps.chatAccounts.find(id);
  if (stored === undefined) throw notFound();
  const updatedAt = new Date(deps.clock.now()).toISOString();
  const { verification, refusal } = isVerifiedAlike(stored, request) ? stored : {};
  const found = { ...(verification && { verification }), ...(refusal && { refusal }) };
  const account = { id, ...request, ...found, createdAt: stored.createdAt, updatedAt };
  const replaced = await refuseTakenNumber(deps.chatAccounts.replace(account, expected));
  if (replaced === undefined) throw notFound();
  return replaced;
}

async function refuseTakenNumber<T>(saved: Promise<T>): Promise<T> {
  try {
    return await saved;
  } catch (error) {
    if (!(error instanceof ProviderNumberTakenError)) throw error;
    throw new Refusal("provider_number_taken", "provider_phone_number_id belongs to another chat account", {
      cause: error,
    });
  }
}
