import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { queues } from "../../../lib/functions.ts";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { CREDENTIALS, tableFixture } from "../../support/table-fixture.ts";

export const BUCKET = "content";

export interface FaultEngines {
  readonly tableEndpoint: string;
  /** Bypasses the adapters, for items that no adapter would write. */
  readonly tables: DynamoDBDocumentClient;
  readonly queue: QueueEngine;
  close(): Promise<void>;
}

/** Starts embedded engines with the service's own tables and queues, in temporary folders. */
export async function faultEngines(): Promise<FaultEngines> {
  const folder = await mkdtemp(join(tmpdir(), "herald-faults-"));
  const [table, queue, object] = await Promise.all([
    tableFixture(),
    // The queue delivers a dead worker's messages again at once, because hours pass only on the test's clock.
    startQueueEngine({
      port: 0,
      file: join(folder, "queues.db"),
      queues: queues.map((one) => ({ ...one, visibilityTimeoutSeconds: 0 })),
    }),
    startObjectEngine({ port: 0, dir: join(folder, "objects"), buckets: [BUCKET], credentials: CREDENTIALS }),
  ]);
  // The adapter of the object store reads address and credentials only from the environment.
  vi.stubEnv("AWS_ENDPOINT_URL_S3", object.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", CREDENTIALS.secretAccessKey);
  return {
    tableEndpoint: table.endpoint,
    tables: table.client,
    queue,
    async close() {
      vi.unstubAllEnvs();
      await Promise.all([table.close(), queue.close(), object.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
