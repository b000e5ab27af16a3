import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type BenchResult, quantile, rounded } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";
import { startUploadServer } from "./upload-server.ts";

/**
 * The budget is for 16 uploads at once; 40 are more than one environment ever gets (`maxConcurrency` in
 * `lib/functions.ts`).
 */
const BUDGETED = 16;
const MOST = 40;
const ROUNDS = 2;
const OTHER_BYTES = 1000;
const OTHERS_EVERY_MS = 100;
const FILE_BYTES = 20 * 1024 * 1024;
const SLICE_BYTES = 64 * 1024;
const BUDGET_MB = 150;
const BOUNDARY = "----herald-bench";

/**
 * Uploads files of 20 MiB at once, and measures the memory of the server's process and the time of a small upload
 * meanwhile.
 */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  try {
    const rows = [await measured(stack, BUDGETED), await measured(stack, MOST)];
    return {
      name: "Uploads of 20 MiB in parallel: memory of the upload server",
      rows,
      notes: [
        "Resident memory of the server's process alone (VmHWM against VmRSS); object store, tables and provider are other processes on the same machine.",
        `Every upload is answered with 201. The budget of ${BUDGET_MB} MB is that of ${BUDGETED} at once.`,
        `The small ones have ${OTHER_BYTES} bytes and come one after the other; the last columns are theirs.`,
      ],
    };
  } finally {
    await stack.stop();
  }
}

/**
 * Measures one number of uploads. Each measurement uses a new server, because earlier memory use would distort the next
 * one.
 */
async function measured(stack: BenchedStack, inParallel: number): Promise<BenchResult["rows"][number]> {
  const server = await startUploadServer(stack.dataDir);
  try {
    const url = `${server.url}/api/v1/chat-conversations/${await aConversation(stack)}/media-upload`;
    const key = stack.demo.api_key;
    // The first upload loads what every upload needs, so it is not measured.
    await upload(url, key, OTHER_BYTES);
    await pause(500);
    const before = server.memoryMb();
    server.resetPeak();
    const cpuBefore = server.cpuSeconds();
    const tookMs: number[] = [];
    let isOver = false;
    const small = smallOnes(url, key, () => isOver);
    for (let round = 0; round < ROUNDS; round++) {
      tookMs.push(...(await Promise.all(Array.from({ length: inParallel }, () => upload(url, key, FILE_BYTES)))));
    }
    isOver = true;
    const smallMs = await small;
    return {
      "in parallel": inParallel,
      uploads: tookMs.length,
      "MiB each": FILE_BYTES / 2 ** 20,
      "median ms": Math.round(quantile(tookMs, 0.5)),
      "slowest ms": Math.round(Math.max(...tookMs)),
      "CPU s per upload": rounded((server.cpuSeconds() - cpuBefore) / tookMs.length),
      "memory before MB": rounded(before),
      "peak growth MB": rounded(server.peakMemoryMb() - before),
      "within budget": inParallel > BUDGETED ? "" : server.peakMemoryMb() - before <= BUDGET_MB ? "yes" : "NO",
      "small ones": smallMs.length,
      "small median ms": Math.round(quantile(smallMs, 0.5)),
      "small slowest ms": Math.round(Math.max(...smallMs)),
    };
  } finally {
    await server.stop();
  }
}

/** Measures small uploads until the large ones are over. */
async function smallOnes(url: string, key: string, isOver: () => boolean): Promise<number[]> {
  const tookMs: number[] = [];
  while (!isOver()) {
    tookMs.push(await upload(url, key, OTHER_BYTES));
    await pause(OTHERS_EVERY_MS);
  }
  return tookMs;
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

/** Uploads a file and returns the milliseconds until the answer. */
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
