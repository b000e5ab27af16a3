import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { Rehearsal } from "../rehearsal.ts";
import { STORE_CREDENTIALS } from "../world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMMAND_MS = 60_000;
const environment = z.record(z.string(), z.string());

/** Runs `npm run dead-letters` as an operator does, with the stack's output `OperatorEnvironment`; answers what it printed. */
export async function deadLetters({ deployment, world }: Rehearsal, command: "list" | "redrive"): Promise<string> {
  const output = Object.values(deployment.outputs).find((one) => one.OperatorEnvironment !== undefined);
  const folder = await mkdtemp(join(tmpdir(), "herald-operator-"));
  try {
    const file = join(folder, "environment.json");
    const engines = {
      AWS_ENDPOINT_URL_DYNAMODB: world.tables.endpoint,
      AWS_ENDPOINT_URL_SQS: world.queues.endpoint,
      AWS_ENDPOINT_URL_S3: world.objects.endpoint,
      AWS_ACCESS_KEY_ID: STORE_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: STORE_CREDENTIALS.secretAccessKey,
    };
    const given = environment.parse(JSON.parse(String(output?.OperatorEnvironment)));
    const text = JSON.stringify({ ...given, ...engines });
    // Addresses of queues hold the service's host.
    const here = text.replaceAll(/https:\/\/sqs\.[a-z0-9-]+\.amazonaws\.com/g, world.queues.endpoint);
    await writeFile(file, here, { mode: 0o600 });
    const script = [join(ROOT, "bin/dead-letters.ts"), command, "--environment", file];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", ...script],
      {
        timeout: COMMAND_MS,
      },
    );
    return stdout.replaceAll(": ", ":");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
