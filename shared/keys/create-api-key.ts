import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import type { ApiKeyRequest } from "./contract.ts";
import { type ApiKey, apiKeyText, lastFourOf, shownPrefix } from "./domain/api-key.ts";
import type { ApiKeyStore } from "./ports.ts";

const ENTROPY_BYTES = 32;

export interface CreateApiKeyDeps {
  readonly apiKeys: ApiKeyStore;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export interface NewApiKey {
  readonly key: ApiKey;
  /** Leaves the service once, in this answer. */
  readonly text: string;
}

export async function createApiKey(
  deps: CreateApiKeyDeps,
  owner: Owner,
  { name, expires_at }: ApiKeyRequest,
): Promise<NewApiKey> {
  const now = deps.clock.now();
  if (expires_at !== undefined && Date.parse(expires_at) <= now) throw invalid("expires_at must be in the future");
  const text = apiKeyText(deps.identifiers.randomBytes(ENTROPY_BYTES));
  const key: ApiKey = {
    owner,
    id: deps.identifiers.newId(),
    name,
    prefix: shownPrefix(text),
    lastFour: lastFourOf(text),
    createdAt: new Date(now).toISOString(),
    expiresAt: expires_at === undefined ? undefined : new Date(expires_at).toISOString(),
  };
  await deps.apiKeys.add(key, deps.identifiers.hash(text));
  return { key, text };
}
