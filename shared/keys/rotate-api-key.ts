import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { WriteConflictError } from "../kernel/write-conflict.ts";
import { type CreateApiKeyDeps, createApiKey, madeBefore, type NewApiKey, type ReservedKey } from "./create-api-key.ts";
import { type ApiKey, countIdOf, isUsable } from "./domain/api-key.ts";

/** RFC 3339 writes years with four digits. */
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

export interface Rotation extends ReservedKey {
  readonly owner: Owner;
  readonly id: string;
  readonly graceSeconds: number;
}

/** Creates the new key with the terms of the old one, and then ends the old one, so that a crash in between leaves two working keys rather than none. */
export async function rotateApiKey(
  deps: CreateApiKeyDeps,
  { owner, id, graceSeconds, ...reserved }: Rotation,
): Promise<NewApiKey> {
  const old = await deps.apiKeys.get(owner, id);
  if (old === undefined) throw notFound();
  const now = deps.clock.now();
  const made = await madeBefore(deps, owner, reserved);
  if (!made && !isUsable(old, now)) throw invalid("a revoked or expired key cannot be rotated");
  const { name, permissions, limits, approval, mode } = old;
  // Only a key with a daily limit is counted, so any other key has no count to take over.
  const countId = limits?.perDay === undefined ? undefined : countIdOf(old);
  const wanted = {
    name,
    expires_at: sameLifetime(old, now),
    permissions,
    limits,
    approval,
    mode,
    countId,
    ...reserved,
  };
  const successor = made ?? (await createApiKey(deps, owner, wanted));
  const graceEndsAt = now + graceSeconds * 1000;
  const endsAt = old.expiresAt === undefined ? graceEndsAt : Math.min(graceEndsAt, Date.parse(old.expiresAt));
  const change = { expiresAt: new Date(endsAt).toISOString(), replacedAt: new Date(now).toISOString() };
  // The successor exists, so the request must not answer that nothing was written.
  await deps.apiKeys.change(owner, id, change).catch((cause: unknown) => {
    throw cause instanceof WriteConflictError
      ? new Error("the rotated key could not be given its end", { cause })
      : cause;
  });
  return successor;
}

/** Returns the end of the successor, which lives as long as the old key was made to live; undefined for a key without an end. */
function sameLifetime({ createdAt, expiresAt }: ApiKey, now: number): string | undefined {
  if (expiresAt === undefined) return undefined;
  return new Date(Math.min(LATEST, now + Date.parse(expiresAt) - Date.parse(createdAt))).toISOString();
}
