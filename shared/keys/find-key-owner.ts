import type { KeyOwner } from "../edge/ports.ts";
import { isWellFormedApiKey } from "../kernel/api-key-text.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Log } from "../kernel/log.ts";
import { countIdOf, isUsable } from "./domain/api-key.ts";
import type { ApiKeyStore } from "./ports.ts";

export interface FindKeyOwnerDeps {
  readonly apiKeys: Pick<ApiKeyStore, "findByHash" | "noteUse">;
  readonly identifiers: Pick<Identifiers, "hash">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns a key and its owner, or undefined for a key that is malformed, unknown, expired or revoked. */
export async function findKeyOwner(
  { apiKeys, identifiers, clock, log }: FindKeyOwnerDeps,
  bearer: string | undefined,
): Promise<KeyOwner | undefined> {
  if (bearer === undefined || !isWellFormedApiKey(bearer)) return undefined;
  const hash = identifiers.hash(bearer);
  const key = await apiKeys.findByHash(hash);
  if (key === undefined || !isUsable(key, clock.now())) return undefined;
  try {
    await apiKeys.noteUse(key, hash, new Date(clock.now()).toISOString());
  } catch (error) {
    // The last use only informs the owner, so no request fails over it.
    log.error("api_key.use_not_noted", error);
  }
  const { owner, id, name, permissions, limits, approval, mode } = key;
  return { owner, key: { id, name, permissions, limits, approval, mode, countId: countIdOf(key) } };
}
