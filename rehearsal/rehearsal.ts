import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request as plainRequest, type RequestListener, type ServerResponse } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { S3Client } from "@aws-sdk/client-s3";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { operationOf } from "../local/world/chat-simulator/aws/aws-api.ts";
import { awsFront } from "./aws/aws-front.ts";
import { sessions } from "./aws/credentials.ts";
import { keyService } from "./aws/key-service.ts";
import { bucketOrigin } from "./http/bucket-origin.ts";
import { type Distribution, distribution } from "./http/distribution.ts";
import { functionUrls } from "./http/function-url.ts";
import { httpApi } from "./http/http-api.ts";
import { type Answer, type Message, messageOf, send, textAnswer } from "./http/message.ts";
import { accountOf } from "./iam/account.ts";
import { type RightsReport, rightsReport } from "./iam/report.ts";
import { functionSettings, retriesOf } from "./lambda/function-settings.ts";
import { startEventSources } from "./lambda/event-sources.ts";
import { type Failure, startLambda } from "./lambda/lambda.ts";
import type { Platform } from "./lambda/platform.ts";
import { reservedVariables } from "./lambda/reserved-variables.ts";
import { startSchedules } from "./lambda/schedules.ts";
import { startWebFunctions } from "./lambda/web-functions.ts";
import { startInternet } from "./network/internet.ts";
import { makeOwners, type Owners } from "./owners.ts";
import { fillBuckets } from "./resources/bucket-files.ts";
import { deploy } from "./resources/deploy.ts";
import { type Deployment, ofType } from "./resources/deployed.ts";
import { KINDS } from "./resources/kinds.ts";
import { readAssembly } from "./template/assembly.ts";
import { openAuthority, STORE_CREDENTIALS, startWorld, writeAuthority } from "./world.ts";

export interface RehearsalOptions {
  /** What `cdk synth` wrote. */
  readonly assembly: string;
  /** For the engines, logs and `stack.json`. */
  readonly folder: string;
  /** The address of the identity provider in the settings. */
  readonly issuer: string;
  /** Public keys that an operator has uploaded to the content delivery network. */
  readonly linkKeys: readonly TrustedKey[];
  /** Of the key service (`keyService`): what was sealed by the deployment's alias before opens. */
  readonly keySecret: Buffer;
  /** Environments of one function, and batches of one queue, side by side. */
  readonly concurrency?: number;
}

export interface RehearsalReport {
  /** How many of each kind, and what takes its place here. */
  readonly kinds: readonly { readonly type: string; readonly count: number; readonly behaviour: string }[];
  readonly rights: RightsReport;
  readonly functionFailures: readonly Failure[];
  readonly webFunctionFailures: readonly string[];
  readonly brokenLogLines: readonly string[];
  /** Hosts that a function asked for and that are not there. */
  readonly unknownHosts: readonly string[];
}

export interface Rehearsal {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly owners: Owners;
  /** What failed without anybody having been told. Empty when the deployment is sound. */
  problems(): readonly string[];
  report(): RehearsalReport;
  /** Runs every schedule once. */
  runSchedules(): Promise<void>;
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
const OUTSIDE = join(import.meta.dirname, "network/outside.mjs");

/** Deploys the templates and assets of an assembly onto the embedded engines of this machine, and nothing but them. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { folder, concurrency = CONCURRENCY } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const assembly = readAssembly(options.assembly);
  const deployment = deploy(assembly);
  const { account: accountId, region } = assembly.stacks[0] ?? { account: "", region: "" };
  const account = accountOf(deployment);
  const keys = keyService(options.keySecret);
  const authority = await openAuthority(folder);
  const internet = await startInternet(authority);
  const front: { url?: string; door?: Distribution } = {};
  const [topic] = ofType(deployment, "AWS::SNS::Topic");
  const topicArn = topic?.ref ?? "";
  const world = await startWorld({
    ...{ folder, deployment, authority, region, topicArn, issuer: options.issuer },
    webhookUrl: () => webhookUrl(deployment, front),
    panelOrigins: () => (front.url === undefined ? [] : [front.url]),
  });
  const opened = sessions();
  awsFront({
    ...{ accountId, region, internet, account, sessions: opened, providerOperation: operationOf },
    engines: {
      tables: world.tables.endpoint,
      queues: world.queues.endpoint,
      objects: world.objects.endpoint,
      provider: world.chatSimulator.url,
      storeCredentials: STORE_CREDENTIALS,
      keys,
      aliases: new Map(ofType(deployment, "AWS::KMS::Alias").map(({ ref, properties }) => [ref, String(properties.TargetKeyId)])),
    },
  });
  internet.add({ isFor: (host) => host === new URL(options.issuer).host, listener: passTo(world.identityProvider.url) });
  internet.add({ isFor: (host) => host === `sns.${region}.amazonaws.com`, listener: passTo(new URL(world.chatSimulator.url).origin) });

  const log = join(folder, "functions.log");
  const settings = new URLSearchParams({ port: String(internet.port), authority: writeAuthority(folder, authority) });
  const platform: Platform = {
    preload: `${pathToFileURL(OUTSIDE).href}?${settings}`,
    reserved: reservedVariables(region, opened),
    onLine: (name, line) => appendFileSync(log, `${name} ${line}\n`),
  };
  const functions = functionSettings(deployment, assembly, concurrency);
  const lambda = startLambda({ functions, platform, retries: retriesOf(deployment) });
  const store = new S3Client({ endpoint: world.objects.endpoint, region, credentials: STORE_CREDENTIALS, forcePathStyle: true });
  await fillBuckets(deployment, assembly, store);
  const web = await startWebFunctions({ deployment, assembly, platform });
  const api = httpApi(deployment, account, lambda);
  const urls = functionUrls(deployment, account, lambda);
  const door = distribution({
    deployment,
    keys: options.linkKeys,
    readObject: bucketOrigin(account, store, accountId),
    async askOrigin(host, message, body) {
      const sourceIp = message.headers["x-forwarded-for"] ?? "";
      if (host === api.host) return api.answer(message, body, sourceIp);
      const own = urls.get(host);
      if (own) return own(message, body, sourceIp);
      return web.hosts.get(host)?.(message, body) ?? textAnswer(502, "text/html", `there is no origin ${host}`);
    },
  });
  front.door = door;
  const server = createServer((request, response) => {
    answerViewer(door, request, response, front.url ?? "").catch((error: unknown) => {
      appendFileSync(log, `front door: ${String(error instanceof Error ? error.stack : error)}\n`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  front.url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const sources = startEventSources({ deployment, engine: world.queues, account, lambda, concurrency });
  const schedules = startSchedules(deployment, account, lambda);
  const stop = async (): Promise<void> => {
    server.close();
    await Promise.all([sources.stop(), schedules.stop()]);
    await Promise.all([lambda.stop(), web.stop()]);
    server.closeAllConnections();
    store.destroy();
    await internet.close();
    await world.close();
  };
  const report = (): RehearsalReport => ({
    kinds: kindsOf(deployment),
    rights: rightsReport(deployment, account),
    functionFailures: lambda.failures,
    webFunctionFailures: web.failures,
    brokenLogLines: api.brokenLogLines,
    unknownHosts: [...internet.unknown.keys()],
  });
  try {
    const smtpPort = world.mailbox.smtpPort;
    const owners = await makeOwners({ baseUrl: front.url, authUrl: world.identityProvider.url, smtpPort, region });
    const stack = {
      ...{ pid: process.pid, base_url: front.url, auth_url: world.identityProvider.url, mailbox_url: world.mailbox.url },
      ...{ smtp: { host: "127.0.0.1", port: smtpPort }, chat_simulator_url: world.chatSimulator.url, topic_arn: topicArn, ...owners },
    };
    writeFileSync(join(folder, "stack.json"), `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
    return { baseUrl: front.url, simulatorUrl: world.chatSimulator.url, owners, report, problems: () => problemsOf(report()), runSchedules: schedules.runNow, stop };
  } catch (error) {
    const found = problemsOf(report());
    await stop();
    throw new Error(`the deployment does not work: ${error instanceof Error ? error.message : String(error)}${found.map((one) => `\n  ${one}`).join("")}`, { cause: error });
  }
}

/** The subscription's own address, by the front door that it names. */
function webhookUrl(deployment: Deployment, { url, door }: { url?: string; door?: Distribution }): string | undefined {
  const [subscription] = ofType(deployment, "AWS::SNS::Subscription");
  if (url === undefined || door === undefined || subscription === undefined) return undefined;
  const endpoint = new URL(String(subscription.properties.Endpoint));
  if (!door.domainNames.includes(endpoint.host)) throw new Error(`the topic's subscription leads to ${endpoint.host}, which is not the front door`);
  return `${url}${endpoint.pathname}`;
}

const MAX_BODY_BYTES = 64_000_000;

/** The domain has no address here: whoever came by this machine's gets links that lead to it. */
async function answerViewer(door: Distribution, request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const message: Message = messageOf(request);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return void response.writeHead(413).end();
    chunks.push(chunk);
  }
  const answer = await door.answer(message, Buffer.concat(chunks), request.socket.remoteAddress ?? "");
  send(response, message.method, withLocalLinks(answer, door.domainNames[0] ?? "", url));
}

function withLocalLinks(answer: Answer, domain: string, url: string): Answer {
  const isText = /json|text|javascript/.test(String(answer.headers["content-type"]));
  if (!isText || !answer.body.includes(`https://${domain}`)) return answer;
  return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(`https://${domain}`, url)) };
}

/** What answers on this machine, under another host's name. */
function passTo(endpoint: string): RequestListener {
  const { hostname, port } = new URL(endpoint);
  return (request, response) => {
    const headers = { ...request.headers, host: `${hostname}:${port}` };
    const outgoing = plainRequest({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).catch(() => response.destroy());
    });
    outgoing.once("error", () => response.destroy());
    pipeline(request, outgoing).catch(() => response.destroy());
  };
}

function kindsOf({ resources }: Deployment): RehearsalReport["kinds"] {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort().map(([type, count]) => ({ type, count, behaviour: KINDS[type]?.behaviour ?? "" }));
}

const problemsOf = ({ rights, functionFailures, webFunctionFailures, brokenLogLines, unknownHosts }: RehearsalReport): string[] => [
  ...rights.denied.map(({ caller, action, resource, times }) => `${caller} may not ${action} on ${resource} (${times} times)`),
  ...functionFailures.map(({ functionName, errorType, errorMessage }) => `${functionName}: ${errorType}: ${errorMessage}`),
  ...webFunctionFailures,
  ...brokenLogLines.map((line) => `a line of the access log is no JSON: ${line}`),
  ...unknownHosts.map((host) => `a function asked for ${host}, which is not there`),
];

