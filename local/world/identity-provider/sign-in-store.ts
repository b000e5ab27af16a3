import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import * as z from "zod";
import { writePrivateJson } from "./private-file.ts";

/** These kinds of entries outlive a restart, so that a panel stays signed in. */
const FILES: Record<string, string> = { Grant: "grants.json", RefreshToken: "refresh-tokens.json" };
/** The most entries of one kind that are kept. The oldest are dropped. */
const MAX_ENTRIES = 1000;

const entry = z.object({ endsAtMs: z.number(), payload: z.record(z.string(), z.unknown()) });
const entryFile = z.array(z.tuple([z.string(), entry]));
type Entry = z.infer<typeof entry>;

/** Stores the library's codes, open sign-in pages, grants and refresh tokens, with one adapter for each kind. */
export function openSignInStore(folder: string, clock: () => number): (kind: string) => Adapter {
  const adapters = new Map<string, Adapter>();
  return (kind) => {
    const adapter = adapters.get(kind) ?? openAdapter(FILES[kind] && join(folder, FILES[kind]), clock);
    adapters.set(kind, adapter);
    return adapter;
  };
}

function openAdapter(path: string | undefined, clock: () => number): Adapter {
  const entries = path === undefined ? new Map<string, Entry>() : readEntries(path);
  const save = () => {
    if (path !== undefined) writePrivateJson(path, [...entries]);
  };
  const unavailable = () => Promise.resolve(undefined);
  return {
    async upsert(id, payload, lifetimeSeconds = 0) {
      const key = hashOf(id);
      entries.delete(key);
      entries.set(key, { endsAtMs: clock() + lifetimeSeconds * 1000, payload: withoutId(payload) });
      trim(entries, clock());
      save();
    },
    async find(id) {
      const found = entries.get(hashOf(id));
      return found && found.endsAtMs > clock() ? { ...found.payload, jti: id } : undefined;
    },
    async consume(id) {
      const payload = entries.get(hashOf(id))?.payload;
      // The library has checked this before, but two concurrent requests may both have passed that check.
      if (!payload || payload.consumed !== undefined) throw new errors.InvalidGrant("it was used before");
      payload.consumed = Math.floor(clock() / 1000);
      save();
    },
    async destroy(id) {
      if (entries.delete(hashOf(id))) save();
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      save();
    },
    findByUid: unavailable,
    findByUserCode: unavailable,
  };
}

/** The id of an entry is its secret, so only the hash is stored. */
const hashOf = (id: string): string => createHash("sha256").update(id).digest("base64url");

const withoutId = ({ jti: _, ...rest }: AdapterPayload): Record<string, unknown> => rest;

function trim(entries: Map<string, Entry>, nowMs: number): void {
  for (const [key, { endsAtMs }] of entries) if (endsAtMs <= nowMs) entries.delete(key);
  const surplus = Math.max(0, entries.size - MAX_ENTRIES);
  for (const key of [...entries.keys()].slice(0, surplus)) entries.delete(key);
}

/** If the file is unreadable, people only have to sign in again. */
function readEntries(path: string): Map<string, Entry> {
  try {
    return new Map(entryFile.parse(JSON.parse(readFileSync(path, "utf8"))));
  } catch {
    return new Map();
  }
}
