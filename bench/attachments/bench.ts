import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import { startObjectEngine } from "../../local/aws/object/object-engine.ts";
import { type BenchResult, quantile, rounded } from "../bench-result.ts";
import { cpuSeconds, memoryMb, peakMemoryMb, resetPeakMemory } from "../process-memory.ts";

const IN_PARALLEL = 16;
const ROUNDS = 2;
/** A mail of 25 MiB has room for a single file of this size. */
const FILE_BYTES = 18 * 1024 * 1024;
const BUDGET_MB = 150;
const CREDENTIALS = { accessKeyId: "bench", secretAccessKey: "bench-secret" };
const KEY = "attachments/bench/file";
const SMALL = "attachments/bench/small";

const answered = z.object({ tookMs: z.array(z.number()) });

/** Sends several mails with a large stored file at once, and measures the memory that the sending process uses. */
export async function run(): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), "herald-attachments-"));
  const engine = await startObjectEngine({ port: 0, dir, buckets: ["content"], credentials: CREDENTIALS });
  const sink = await startSink();
  const variables = {
    AWS_ENDPOINT_URL_S3: engine.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
  const child = fork(join(import.meta.dirname, "sender.ts"), {
    env: { ...process.env, ...variables },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const { pid = 0 } = child;
  const send = async (key: string, sizeBytes: number, mails: number): Promise<readonly number[]> => {
    child.send({ port: sink.port, key, sizeBytes, mails });
    const [message] = await once(child, "message");
    return answered.parse(message).tookMs;
  };
  try {
    await store(engine.endpoint, KEY, FILE_BYTES);
    await store(engine.endpoint, SMALL, 1000);
    // The first mails load what every mail needs, so they are not measured.
    await send(SMALL, 1000, IN_PARALLEL);
    const before = memoryMb(pid);
    resetPeakMemory(pid);
    const cpuBefore = cpuSeconds(pid);
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) tookMs.push(...(await send(KEY, FILE_BYTES, IN_PARALLEL)));
    const growth = peakMemoryMb(pid) - before;
    const row = {
      "in parallel": IN_PARALLEL,
      mails: tookMs.length,
      "MiB each": FILE_BYTES / 2 ** 20,
      "median ms": Math.round(quantile(tookMs, 0.5)),
      "slowest ms": Math.round(Math.max(...tookMs)),
      "CPU s per mail": rounded((cpuSeconds(pid) - cpuBefore) / tookMs.length),
      "memory before MB": rounded(before),
      "peak growth MB": rounded(growth),
      "budget MB": BUDGET_MB,
      within: growth <= BUDGET_MB ? "yes" : "NO",
    };
    return {
      name: "Mails with an upload of 18 MiB in parallel: memory of the process that sends them",
      rows: [row],
      notes: [
        "Resident memory of the sending process alone; the object store and the mail server are another process on the same machine.",
      ],
    };
  } finally {
    child.kill();
    sink.close();
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function store(endpoint: string, Key: string, bytes: number): Promise<void> {
  const client = new S3Client({ endpoint, region: "us-east-1", credentials: CREDENTIALS, forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket: "content", Key, Body: Buffer.alloc(bytes, "herald ") }));
  client.destroy();
}

/**
 * Starts a mail server that only discards mails. With a server that parses them, the benchmark would measure the
 * parser.
 */
async function startSink() {
  const server = createServer((socket) => {
    let isContent = false;
    let end = "";
    socket.on("error", () => {});
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      end = (end + chunk.toString("latin1", Math.max(0, chunk.length - 5))).slice(-5);
      if (isContent) {
        if (end !== "\r\n.\r\n") return;
        isContent = false;
        socket.write("250 taken\r\n");
        return;
      }
      isContent = chunk.toString("latin1").startsWith("DATA");
      socket.write(isContent ? "354 go on\r\n" : "250 ok\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the sink has no port");
  return { port: address.port, close: () => server.close() };
}
