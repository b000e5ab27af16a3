import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bundle } from "../../lib/cloud/bundle.ts";
import { createNotification } from "../../shared/notifications/contract/notifications.ts";
import { anEvent } from "../../test/support/an-event.ts";
import { type BenchResult, median, rounded } from "../bench-result.ts";
import { type Services, startServices } from "./services.ts";
import { bundledTrees, type Tree } from "./trees.ts";

const ROUNDS = Number(process.env.HERALD_LAMBDA_ROUNDS ?? 5);
const WARM_UP = 200;
const MEASURED = 200;
const CALLS = 1 + WARM_UP + MEASURED;
const INVOKER = join(import.meta.dirname, "invoke.mjs");
const RUN_TIMEOUT_MS = 600_000;
const LOG_BYTES = 64_000_000;
/**
 * A function with this much memory gets one core (AWS Lambda Developer Guide: "at 1,769 MB, a function has the
 * equivalent of one vCPU").
 */
const CORE_MB = 1769;
const TASKSET = "/usr/bin/taskset";
/** The text has about 3 kB. */
const TEXT = "<p>Good morning, your order is on its way.</p>\n".repeat(64);

interface Run {
  readonly importMs: number;
  readonly firstMs: number;
  readonly warmMs: number;
}

/**
 * Measures the processor time for accepting and for delivering a mail, one request at a time, with the functions as
 * they are deployed.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "herald-lambda-bundles-"));
  const services = await startServices();
  try {
    const measured = (await bundledTrees(folder)).map((tree) => ({ tree, accept: [], deliver: [] }));
    for (let round = 0; round < ROUNDS; round++) await measure(measured, { services, folder, round });
    return resultOf(measured);
  } finally {
    await services.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly tree: Tree;
  readonly accept: Run[];
  readonly deliver: Run[];
}

/** Runs one round with a new process for each tree and path. Each round begins with another tree. */
async function measure(measured: readonly Measured[], { round, ...where }: Where & { round: number }): Promise<void> {
  const { services } = where;
  const first = round % measured.length;
  for (const { tree, accept, deliver } of [...measured.slice(first), ...measured.slice(0, first)]) {
    accept.push(await invoked(tree.accept, acceptEvents(services), where));
    deliver.push(await invoked(tree.deliver, deliverEvents(await services.takeDeliveries(CALLS)), where));
    const mails = await services.takeMails();
    if (mails !== CALLS) throw new Error(`${tree.name} delivered ${mails} of ${CALLS} mails`);
  }
}

function resultOf(measured: readonly Measured[]): BenchResult {
  const rows = (["accept", "deliver"] as const).flatMap((path) =>
    measured.map((one) => rowOf(path, one.tree, one[path])),
  );
  return {
    name: "In the shape of Lambda: one mail at a time",
    rows,
    notes: [
      `Processor time of all threads of the function's process; engines and mailbox are in others. ${ROUNDS} new processes each, interleaved; medians.`,
      `Cold: import and first request. Warm: a request's mean over ${MEASURED}, after ${WARM_UP}.`,
      `Billed: warm x ${CORE_MB} / the function's memory in MB, since it gets that share of a core. Waiting for services is billed as well, and not in it.`,
    ],
  };
}

function rowOf(path: "accept" | "deliver", tree: Tree, runs: readonly Run[]) {
  const warm = runs.map(({ warmMs }) => warmMs);
  const colds = runs.map(({ importMs, firstMs }) => importMs + firstMs);
  return {
    path,
    tree: tree.name,
    "warm ms": rounded(median(warm)),
    "warm, range": rangeOf(warm),
    "billed ms": rounded((median(warm) * CORE_MB) / tree[path].memoryMb),
    "cold ms": rounded(median(colds)),
    "cold, range": rangeOf(colds),
    "main KB": rounded(tree[path].mainBytes / 1000),
    "loaded at start KB": rounded(tree[path].startBytes / 1000),
  };
}

const rangeOf = (values: readonly number[]): string =>
  `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}`;

interface Where {
  readonly services: Services;
  readonly folder: string;
}

/** Runs a bundle in a separate process, and on a single core if the machine can enforce that. */
async function invoked(bundle: Bundle, events: readonly object[], { services, folder }: Where): Promise<Run> {
  const [eventsFile, resultFile] = [join(folder, "events.json"), join(folder, "result.json")];
  writeFileSync(eventsFile, JSON.stringify(events));
  const invoker = [
    process.execPath,
    INVOKER,
    join(bundle.directory, bundle.mainFile),
    eventsFile,
    resultFile,
    String(WARM_UP),
  ];
  const [program = "", ...args] = existsSync(TASKSET) ? [TASKSET, "-c", "0", ...invoker] : invoker;
  const env = { PATH: process.env.PATH, ...services.environment, AWS_LAMBDA_FUNCTION_NAME: "bench" };
  await promisify(execFile)(program, args, { timeout: RUN_TIMEOUT_MS, maxBuffer: LOG_BYTES, env });
  return JSON.parse(readFileSync(resultFile, "utf8"));
}

const acceptEvents = ({ apiKey }: Services) =>
  Array.from({ length: CALLS }, (_, i) =>
    anEvent(createNotification, {
      headers: { authorization: `Bearer ${apiKey}` },
      body: { recipient: `r${i}@example.test`, subject: `Order ${i}`, body: TEXT },
    }),
  );

const deliverEvents = (bodies: readonly string[]) =>
  bodies.map((body, i) => ({
    Records: [
      { messageId: `message-${i}`, body, attributes: { ApproximateReceiveCount: "1" }, eventSource: "aws:sqs" },
    ],
  }));
