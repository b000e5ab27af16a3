import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import { noteRecordName } from "../kernel/trace.ts";
import type { ApiKeyStore } from "./ports.ts";

export interface RevokeApiKeyDeps {
  readonly apiKeys: ApiKeyStore;
  readonly clock: Clock;
}

export async function revokeApiKey({ apiKeys, clock }: RevokeApiKeyDeps, owner: Owner, id: string): Promise<void> {
  const key = await apiKeys.get(owner, id);
  if (key === undefined) throw notFound();
  noteRecordName(key.name);
  const isKnown = await apiKeys.change(owner, id, { revokedAt: new Date(clock.now()).toISOString() });
  if (!isKnown) throw notFound();
}
