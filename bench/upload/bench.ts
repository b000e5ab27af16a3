import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type BenchResult, quantile, rounded } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";
import { startUploadServer } from "./upload-server.ts";

const IN_PARALLEL = 16;
const ROUNDS = 2;
const FILE_BYTES = 20 * 1024 * 1024;
const SLICE_BYTES = 64 * 1024;
const BUDGET_MB = 150;
const BOUNDARY = "----herald-bench";

/** `n` uploads of 20 MiB at once, several times over, and how much memory the server's process takes on the way. */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  const server = await startUploadServer(stack.dataDir);
  try {
    const url = `${server.url}/api/v1/chat-conversations/${await aConversation(stack)}/media-upload`;
    const key = stack.demo.api_key;
    // The first upload loads all that every upload needs.
    await upload(url, key, 1000);
    await pause(500);
    const before = server.memoryMb();
    server.resetPeak();
    const cpuBefore = server.cpuSeconds();
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      tookMs.push(...(await Promise.all(Array.from({ length: IN_PARALLEL }, () => upload(url, key, FILE_BYTES)))));
    }
    const growth = server.peakMemoryMb() - before;
    const row = {
      "in parallel": IN_PARALLEL,
      uploads: tookMs.length,
      "MiB each": FILE_BYTES / 2 ** 20,
      "median ms": Math.round(quantile(tookMs, 0.5)),
      "slowest ms": Math.round(Math.max(...tookMs)),
      "CPU s per upload": rounded((server.cpuSeconds() - cpuBefore) / tookMs.length),
      "memory before MB": rounded(before),
      "peak growth MB": rounded(growth),
      "budget MB": BUDGET_MB,
      within: growth <= BUDGET_MB ? "yes" : "NO",
    };
    return {
      name: "Uploads of 20 MiB in parallel: memory of the upload server",
      rows: [row],
      notes: [
        "Resident memory of the server's process alone (VmHWM against VmRSS); object store, tables and provider are other processes on the same machine.",
      ],
    };
  } finally {
    await server.stop();
    await stack.stop();
  }
}

const page = z.object({ conversations: z.array(z.object({ id: z.string() })) });

async function aConversation(stack: BenchedStack): Promise<string> {
  await fetch(`${stack.chat_simulator_url}/api/customers/%2B15554440001/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "text", text: { body: "Hi" } }),
  });
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${stack.base_url}/api/v1/chat-conversations`, {
      headers: { authorization: `Bearer ${stack.demo.api_key}` },
    });
    const [first] = page.parse(await answer.json()).conversations;
    if (first) return first.id;
    await pause(50);
  }
  throw new Error("the customer's message did not arrive");
}

const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media_type"\r\n\r\ndocument\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`,
);
const FILE_HEAD_BYTES = 9;
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
const SLICE = Buffer.alloc(SLICE_BYTES, 0x61);

/** Milliseconds until the answer. */
function upload(url: string, key: string, fileBytes: number): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": HEAD.length + fileBytes - FILE_HEAD_BYTES + TAIL.length,
      },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 201) resolve(performance.now() - startedAt);
        else reject(new Error(`the upload was answered with ${response.statusCode}`));
      });
    });
    outgoing.write(HEAD);
    send(outgoing, fileBytes - FILE_HEAD_BYTES).then(() => outgoing.end(TAIL), reject);
  });
}

async function send(outgoing: ReturnType<typeof request>, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= SLICE_BYTES) {
    const slice = SLICE.subarray(0, Math.min(left, SLICE_BYTES));
    if (!outgoing.write(slice)) await new Promise((resolve) => outgoing.once("drain", resolve));
  }
}
