import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Answer, type Message, textAnswer, withoutHopByHop } from "../http/message.ts";
import { wholeBody } from "../http/whole-body.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import type { Assembly } from "../template/assembly.ts";
import { checkedEnvironment, type FunctionSettings, type Platform } from "./platform.ts";

const revision = z.looseObject({
  FunctionName: z.string(),
  BuildConfig: z.looseObject({
    CodeConfig: z.looseObject({ S3Object: z.looseObject({ Bucket: z.string(), Key: z.string() }) }),
  }),
  ServiceConfig: z.looseObject({
    EnvironmentVariables: z.record(z.string(), z.unknown()).default({}),
    ExecutionRoleArn: z.string(),
    TimeoutSeconds: z.number(),
    TelemetryConfig: z.looseObject({ LoggingConfig: z.looseObject({ LogGroup: z.string() }) }).optional(),
  }),
});

const ENTRY_POINT = "AWS_LAMBDA_NODEJS_ENTRYPOINT";
/** The server must listen within ten seconds (AWS Lambda Developer Guide, "Web functions"). */
const READY_MS = 10_000;
const LOOK_AGAIN_MS = 50;
/** A web function has 2 GB; this limit applies to its heap. */
const MEMORY_MB = 1536;

type WebHost = (message: Message, body: Buffer) => Promise<Answer>;
const UNAVAILABLE = textAnswer(502, "application/json", '{"message":"Bad Gateway"}');
/** The most bytes of an answer. The answers of the service are far smaller. */
const MAX_ANSWER_BYTES = 16_000_000;

export interface WebFunctions {
  /** Maps hosts of endpoints to their servers. */
  readonly hosts: ReadonlyMap<string, WebHost>;
  /** Says why servers were not ready. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export interface WebFunctionOptions {
  readonly deployment: Deployment;
  readonly assembly: Pick<Assembly, "assetAt">;
  readonly platform: Platform;
  readonly put: PutMetric;
}

/** Starts servers with exactly the environment of their revision. They must listen at `AWS_LAMBDA_HTTP_ENDPOINT`. */
export async function startWebFunctions(options: WebFunctionOptions): Promise<WebFunctions> {
  const { deployment, assembly, platform, put } = options;
  const failures: string[] = [];
  const servers: ChildProcess[] = [];
  const hosts: [string, WebHost][] = [];
  for (const endpoint of ofType(deployment, "AWS::Lambda::WebFunctionEndpoint")) {
    const fn = settingsOf(endpoint, deployment, assembly);
    const port = await freePort();
    const server = launch(fn, platform, port);
    servers.push(server);
    const isReady = await listens(server, port);
    if (!isReady) failures.push(`${fn.name} does not listen on AWS_LAMBDA_HTTP_ENDPOINT within ${READY_MS / 1000} s`);
    const { timeoutSeconds } = fn;
    const host: WebHost = async (message, body) => {
      const answer = isReady ? await ask(port, message, { body, timeoutSeconds }) : UNAVAILABLE;
      const failed = { namespace: "AWS/Lambda/Web", name: "HTTPResponseStatusClass5XX" };
      put(failed, { FunctionName: fn.name }, answer.status >= 500 ? 1 : 0);
      return answer;
    };
    hosts.push([endpoint.attributes.DomainName ?? "", host]);
  }
  const stop = async (): Promise<void> => void (await Promise.all(servers.map(ended)));
  return { hosts: new Map(hosts), failures, stop };
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  server.kill("SIGKILL");
  await closed;
}

function settingsOf(
  endpoint: Deployed,
  deployment: Deployment,
  { assetAt }: Pick<Assembly, "assetAt">,
): FunctionSettings {
  const weights = z.array(z.looseObject({ RevisionId: z.string() })).parse(endpoint.properties.RevisionWeights);
  const revisions = ofType(deployment, "AWS::Lambda::WebFunctionRevision");
  const found = revisions.find(({ attributes }) => attributes.RevisionId === weights[0]?.RevisionId);
  if (found === undefined) throw new Error(`${endpoint.logicalId} leads to no revision`);
  const { BuildConfig, ServiceConfig, FunctionName } = revision.parse(found.properties);
  const { Bucket, Key } = BuildConfig.CodeConfig.S3Object;
  const folder = assetAt(Bucket, Key);
  const { TimeoutSeconds: timeoutSeconds, ExecutionRoleArn: role } = ServiceConfig;
  const { [ENTRY_POINT]: entry, ...rest } = ServiceConfig.EnvironmentVariables;
  const name = FunctionName.split(":").at(-1) ?? "";
  return {
    ...{ name, arn: FunctionName, folder, handler: String(entry), timeoutSeconds, role },
    ...{ memoryMb: MEMORY_MB, concurrency: 1, isInNetwork: false },
    environment: { ...checkedEnvironment(name, rest, folder), [ENTRY_POINT]: String(entry) },
    logGroup: ServiceConfig.TelemetryConfig?.LoggingConfig.LogGroup ?? "",
  };
}

function launch(fn: FunctionSettings, { preload, reserved, onLine }: Platform, port: number): ChildProcess {
  const { LAMBDA_TASK_ROOT: _root, ...lambda } = reserved(fn);
  const server = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--import", preload(fn), join(fn.folder, fn.handler)],
    {
      env: { ...fn.environment, ...lambda, AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}` },
      cwd: fn.folder,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  for (const stream of [server.stdout, server.stderr])
    createInterface({ input: stream }).on("line", (line) => onLine(fn.name, line));
  return server;
}

async function listens(server: ChildProcess, port: number): Promise<boolean> {
  const endsAt = Date.now() + READY_MS;
  while (Date.now() < endsAt && server.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const trial = plainRequest({ host: "127.0.0.1", port, path: "/", method: "HEAD" }, (response) => {
        response.resume();
        resolve(true);
      });
      trial.once("error", () => resolve(false)).end();
    });
    if (isOpen) return true;
    await pause(LOOK_AGAIN_MS);
  }
  return false;
}

interface Asked {
  readonly body: Buffer;
  readonly timeoutSeconds: number;
}

/**
 * Passes a request to a server. Lambda itself answers 417 to a client that sends an `Expect` header (AWS Lambda
 * Developer Guide, "Web functions").
 */
async function ask(
  port: number,
  { method, path, query, headers }: Message,
  { body, timeoutSeconds }: Asked,
): Promise<Answer> {
  if ("expect" in headers) return textAnswer(417, "application/json", '{"message":"Expectation Failed"}');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const plain = { ...withoutHopByHop(headers), "content-length": String(body.length) };
  const options = { host: "127.0.0.1", port, method, path: query === "" ? path : `${path}?${query}`, headers: plain };
  plainRequest({ ...options, signal: AbortSignal.timeout(timeoutSeconds * 1000) }, resolve)
    .once("error", reject)
    .end(body);
  const response = await promise;
  const answered = await wholeBody(response, MAX_ANSWER_BYTES);
  return { status: response.statusCode ?? 502, headers: withoutHopByHop(response.headers), body: answered };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
