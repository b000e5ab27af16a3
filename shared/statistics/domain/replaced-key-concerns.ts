import { type ApiKey, isUsable } from "../../keys/domain/api-key.ts";
import { type Concern, counted } from "./concern.ts";
import { DAY_MS } from "./counter.ts";

const HOUR_MS = 3_600_000;

/** Finds rotated keys whose grace period is nearly over, and that programs still use. */
export const replacedKeyConcerns = (keys: readonly ApiKey[], nowMs: number): readonly Concern[] =>
  keys.flatMap((key) => {
    const { id, name, replacedAt, expiresAt, lastUsedAt } = key;
    if (replacedAt === undefined || expiresAt === undefined || lastUsedAt === undefined) return [];
    const [replacedMs, untilMs, usedMs] = [Date.parse(replacedAt), Date.parse(expiresAt), Date.parse(lastUsedAt)];
    const soonMs = soonOf(untilMs - replacedMs);
    // The old key is in use if it was used lately. Uses are noted by the hour (D9), so an hour is added.
    const isInUse = usedMs >= replacedMs && nowMs - usedMs <= soonMs + HOUR_MS;
    if (!isUsable(key, nowMs) || untilMs - nowMs > soonMs || !isInUse) return [];
    const hours = Math.ceil((untilMs - nowMs) / HOUR_MS);
    return {
      kind: "replaced_api_key_used" as const,
      record: { kind: "api_key" as const, id },
      title: `API key ${name} was replaced, and is still used`,
      text: `Requests with it are refused in ${counted(hours, "hour")}. Give the program that sends them the new key.`,
      untilMs,
      lastUsedAtMs: usedMs,
    };
  });

/** The last quarter of a grace period, and at most its last day. */
const soonOf = (graceMs: number): number => Math.min(DAY_MS, graceMs / 4);
