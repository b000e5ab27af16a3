import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contender, Environment } from "./contender.ts";
import { heraldBefore, heraldContender } from "./herald.ts";
import type { ContenderName } from "./options.ts";
import { rivalContender } from "./rival.ts";
import { type Sink, startSink } from "./sink.ts";

export interface Match {
  readonly connections: number;
  /** This many sending accounts of Herald share the connections. */
  readonly accounts: number;
  /** This folder holds another checkout of Herald. */
  readonly before?: string | undefined;
  readonly isTls: boolean;
}

/** Says in its message why a contender could not be started. */
export class NotStartedError extends Error {
  override readonly name = "NotStartedError";
}

const contenderOf = (name: ContenderName, at: Environment, before?: string): Promise<Contender> => {
  if (name === "herald") return heraldContender(at);
  return name === "before" ? heraldBefore(at, before) : rivalContender(name, at);
};

/** Runs one contender in a new folder with a new mail server, and removes both afterwards. */
export async function inArena<T>(
  name: ContenderName,
  { before, ...match }: Match,
  run: (contender: Contender, sink: Sink) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "herald-compare-"));
  const sink = await startSink(join(folder, "sink"));
  const { smtpPort, authorityDir, authorityFile } = sink;
  const own = join(folder, "contender");
  mkdirSync(own);
  const at: Environment = { smtpPort, authorityDir, authorityFile, ...match, folder: own };
  try {
    const contender = await contenderOf(name, at, before).catch((cause) => {
      throw new NotStartedError(`${name}: ${String(cause)}`, { cause });
    });
    try {
      return await run(contender, sink);
    } finally {
      await contender.stop();
    }
  } finally {
    await sink.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
