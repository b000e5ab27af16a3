import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { reasonOf } from "../../lib/reason.ts";

const ADVICE = "start it (npm start), name its data folder with --data-dir, or a service with --url";

/** Says that no stack runs on this machine. */
export class NoStackError extends Error {
  override readonly name = "NoStackError";
}

const stackFile = z.looseObject({
  base_url: z.url(),
  auth_url: z.url(),
  mailbox_url: z.url(),
  chat_simulator_url: z.url(),
  smtp: z.looseObject({ host: z.string(), port: z.int() }),
  demo: z.looseObject({
    sub: z.string(),
    api_key: z.string(),
    /** Absent from the file of a stack that started before there was test mode. */
    test_api_key: z.string().optional(),
    smtp_account_id: z.string(),
    chat_account_id: z.string(),
  }),
  other: z.looseObject({ sub: z.string(), api_key: z.string() }),
});

export type StackOnThisMachine = z.output<typeof stackFile>;

/** Reads the `stack.json` of a data folder. Throws a `NoStackError` if there is none. */
export function stackOnThisMachine(dataDir: string): StackOnThisMachine {
  try {
    return stackFile.parse(JSON.parse(readFileSync(join(dataDir, "stack.json"), "utf8")));
  } catch {
    throw new NoStackError(`there is no local stack in ${dataDir}: ${ADVICE}`);
  }
}

/**
 * Runs `work`, which calls the stack of a data folder. If nothing answers, the error tells the user what to do, because
 * a stopped stack leaves its addresses behind.
 */
export async function whileItRuns<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason.includes("ECONNREFUSED")) throw error;
    throw new NoStackError(`the local stack in ${dataDir} does not run: ${reason}; ${ADVICE}`);
  }
}

/** Returns the demo owner's key of test mode. */
export function testKeyOf({ demo }: Pick<StackOnThisMachine, "demo">): string {
  if (demo.test_api_key !== undefined) return demo.test_api_key;
  throw new NoStackError("the local stack has no key of test mode: start it again (npm start)");
}

const ANSWER_MS = 15_000;
const MOST_SHOWN = 200;
const tokenAnswer = z.looseObject({ access_token: z.string() });

/** Returns an access token of a local user. */
export async function tokenOnThisMachine(authUrl: string, sub: string, ask: typeof fetch): Promise<string> {
  const answer = await ask(`${authUrl}/dev/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(
      `${authUrl} gives ${JSON.stringify(sub)} no access token: ${answer.status} ${text.slice(0, MOST_SHOWN)}`,
    );
  return tokenAnswer.parse(JSON.parse(text)).access_token;
}
