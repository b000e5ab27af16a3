import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The service, and an access token of the templates' owner. */
export interface TemplateAccount {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const ANSWER_MS = 15_000;
const stackFile = z.looseObject({ base_url: z.url(), auth_url: z.url(), demo: z.looseObject({ sub: z.string() }) });
const tokenAnswer = z.looseObject({ access_token: z.string() });

/** The local stack and its demo owner. Throws where none runs with this data folder. */
export async function localAccount(dataDir: string, ask: typeof fetch): Promise<TemplateAccount> {
  const { base_url: baseUrl, auth_url, demo } = stackOf(dataDir);
  const answer = await ask(`${auth_url}/dev/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: demo.sub }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { baseUrl, accessToken: tokenAnswer.parse(await answer.json()).access_token };
}

function stackOf(dataDir: string): z.output<typeof stackFile> {
  try {
    return stackFile.parse(JSON.parse(readFileSync(join(dataDir, "stack.json"), "utf8")));
  } catch {
    const advice = "start it (npm start), name its data folder with --data-dir, or a service with --url";
    throw new Error(`there is no local stack in ${dataDir}: ${advice}`);
  }
}
