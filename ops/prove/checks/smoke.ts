import { smoke } from "../../smoke/smoke.ts";
import { needed, type Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

const WITHIN_MS = 120_000;

/** Runs `herald smoke` with the owner of `herald prove`. */
export async function smokes({ access, owner, mark, say }: Proving, signal: AbortSignal): Promise<Outcome> {
  const { baseUrl, recipient } = needed(access, "address");
  const { key } = needed(owner, "owner");
  const lines: string[] = [];
  const told = (line: string): void => {
    lines.push(line);
    say(`         ${line}`);
  };
  const ask = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.any([signal, ...(init.signal ? [init.signal] : [])]) });
  const target = { url: baseUrl, key, to: recipient, withinMs: WITHIN_MS };
  await smoke(target, { ask, say: told, now: Date.now, mark });
  return { seen: `${lines.length} steps of herald smoke` };
}
