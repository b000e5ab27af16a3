import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { type ObjectEngine, startObjectEngine } from "../../../local/aws/object/object-engine.ts";

export const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local-secret" };

export function s3Client(endpoint: string, options: S3ClientConfig = {}): S3Client {
  return new S3Client({ endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts: 1, ...options });
}

export interface ObjectFixture {
  readonly engine: ObjectEngine;
  readonly client: S3Client;
  readonly dir: string;
  /** Returns the names of complete files, and of incomplete ones. */
  files(): Promise<{ content: string[]; incoming: string[] }>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function objectFixture(): Promise<ObjectFixture> {
  const dir = await mkdtemp(join(tmpdir(), "herald-objects-"));
  const start = () =>
    startObjectEngine({
      ...{ port: 0, dir, buckets: ["media", "content"], credentials: CREDENTIALS },
      maxUploadBytes: 32 * 1024 * 1024,
    });
  let engine = await start();
  let client = s3Client(engine.endpoint);
  return {
    get engine() {
      return engine;
    },
    get client() {
      return client;
    },
    dir,
    files: async () => ({
      content: await readdir(join(dir, "content")),
      incoming: await readdir(join(dir, "incoming")),
    }),
    restart: async () => {
      client.destroy();
      await engine.close();
      engine = await start();
      client = s3Client(engine.endpoint);
    },
    close: async () => {
      client.destroy();
      await engine.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
