import { apiKeyText } from "../kernel/api-key-text.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { KeyTerms } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import type { ApiKeyRequest } from "./contract.ts";
import { type ApiKey, lastFourOf, MAX_LIVING_KEYS, shownPrefix } from "./domain/api-key.ts";
import type { ApiKeyStore } from "./ports.ts";

const ENTROPY_BYTES = 32;

export interface CreateApiKeyDeps {
  readonly apiKeys: ApiKeyStore;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export interface NewApiKey {
  readonly key: ApiKey;
  /** The key's text. Only this answer has it. */
  readonly text: string;
}

/** The id and random bytes that are reserved under an idempotency key, so that a repeated request makes the same key. */
export interface ReservedKey {
  readonly reservedId?: string | undefined;
  readonly reservedEntropy?: Uint8Array | undefined;
  readonly isRepeat?: boolean | undefined;
}

/** A key that replaces another one takes over its count. */
export type WantedKey = Pick<ApiKeyRequest, "name" | "expires_at"> & KeyTerms & Pick<ApiKey, "countId">;

/** @throws Refusal `limit_reached` */
export async function createApiKey(
  deps: CreateApiKeyDeps,
  owner: Owner,
  { name, expires_at, permissions, limits, approval, mode, countId, ...reserved }: WantedKey & ReservedKey,
): Promise<NewApiKey> {
  const made = await madeBefore(deps, owner, reserved);
  if (made) return made;
  const now = deps.clock.now();
  if (expires_at !== undefined && Date.parse(expires_at) <= now) throw invalid("expires_at must be in the future");
  const text = apiKeyText(reserved.reservedEntropy ?? deps.identifiers.randomBytes(ENTROPY_BYTES), mode);
  const key: ApiKey = {
    owner,
    id: reserved.reservedId ?? deps.identifiers.newId(),
    name,
    prefix: shownPrefix(text),
    lastFour: lastFourOf(text),
    createdAt: new Date(now).toISOString(),
    expiresAt: expires_at === undefined ? undefined : new Date(expires_at).toISOString(),
    permissions,
    limits,
    approval,
    mode,
    countId,
  };
  if (!(await deps.apiKeys.add(key, deps.identifiers.hash(text))))
    throw new Refusal("limit_reached", `API keys that work may be at most ${MAX_LIVING_KEYS}: revoke one`);
  return { key, text };
}

/** Returns the key that an earlier try of the same request has made. */
export async function madeBefore(
  { apiKeys }: Pick<CreateApiKeyDeps, "apiKeys">,
  owner: Owner,
  { reservedId, reservedEntropy, isRepeat }: ReservedKey,
): Promise<NewApiKey | undefined> {
  if (!isRepeat || reservedId === undefined || reservedEntropy === undefined) return undefined;
  const key = await apiKeys.get(owner, reservedId);
  return key && { key, text: apiKeyText(reservedEntropy, key.mode) };
}
