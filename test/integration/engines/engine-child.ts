import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { startTableEngine } from "../../../local/aws/table/table-engine.ts";

/** This process starts one engine, prints its endpoint, and stays until it is killed. */
const [kind = "", place = ""] = process.argv.slice(2);

const starters: Record<string, () => Promise<{ endpoint: string }>> = {
  queue: () => startQueueEngine({ port: 0, file: place, queues: [{ name: "work", visibilityTimeoutSeconds: 30 }] }),
  table: () => startTableEngine({ dataDir: place }),
  object: () =>
    startObjectEngine({
      port: 0,
      dir: place,
      buckets: ["media"],
      credentials: { accessKeyId: "local", secretAccessKey: "local-secret" },
    }),
};

const engine = await starters[kind]?.();
process.stdout.write(`${engine?.endpoint}\n`);
