import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The service that is listened to, and a key of the owner. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** There is no stack whose feed could be read. */
export class NoStackError extends Error {
  override readonly name = "NoStackError";
}

const stackFile = z.looseObject({ base_url: z.url(), demo: z.looseObject({ api_key: z.string() }) });

/** The local stack and its demo owner's key. Read again after a failure: a stack that starts again may have another port and key. */
export function localTarget(dataDir: string): Target {
  try {
    const { base_url, demo } = stackFile.parse(JSON.parse(readFileSync(join(dataDir, "stack.json"), "utf8")));
    return { baseUrl: base_url, apiKey: demo.api_key };
  } catch {
    const advice = "start it (npm start), name its data folder with --data-dir, or a service with --url";
    throw new NoStackError(`there is no local stack in ${dataDir}: ${advice}`);
  }
}
