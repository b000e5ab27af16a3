import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { openFrontDoor } from "./front-door.ts";
import { bucketOrigin } from "./http/bucket-origin.ts";
import { type AskOrigin, type Distribution, distribution } from "./http/distribution.ts";
import { functionUrls } from "./http/function-url.ts";
import { type HttpApi, httpApi } from "./http/http-api.ts";
import { textAnswer } from "./http/message.ts";
import { type Account, accountOf } from "./iam/account.ts";
import { rightsReport } from "./iam/report.ts";
import { startEventSources } from "./lambda/event-sources.ts";
import { functionSettings, retriesOf } from "./lambda/function-settings.ts";
import { type Lambda, startLambda } from "./lambda/lambda.ts";
import { makeNetworkInterfaces } from "./lambda/network-interfaces.ts";
import { startSchedules } from "./lambda/schedules.ts";
import { startWebFunctions, type WebFunctions } from "./lambda/web-functions.ts";
import { startInternet } from "./network/internet.ts";
import { makeOwners, type Owners } from "./owners.ts";
import { kindsOf, problemsIn, type RehearsalReport } from "./report.ts";
import { fillBuckets } from "./resources/bucket-files.ts";
import { deploy } from "./resources/deploy.ts";
import { type Deployment, ofType } from "./resources/deployed.ts";
import { surround } from "./surround.ts";
import { type Assembly, readAssembly } from "./template/assembly.ts";
import { openAuthority, STORE_CREDENTIALS, startWorld, writeAuthority } from "./world.ts";

export interface RehearsalOptions {
  /** The folder that `cdk synth` wrote. */
  readonly assembly: string;
  /** For the engines, the functions' log and `stack.json`. */
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

export interface Rehearsal {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly simulatorUrl: string;
  readonly owners: Owners;
  report(): RehearsalReport;
  /** Runs every schedule once. */
  runSchedules(): Promise<void>;
  stop(): Promise<void>;
}

const CONCURRENCY = 4;

/** Undone in the other order. */
type Undo = (() => unknown)[];

/** Deploys the templates and assets of an assembly onto the embedded engines of this machine, and nothing but them. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const assembly = readAssembly(options.assembly);
  const undo: Undo = [];
  const stop = (): Promise<void> => undoAll(undo.splice(0).reverse());
  const ownProblems: string[] = [];
  try {
    return { ...(await run(options, { assembly, undo, ownProblems })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything is undone, whatever fails on the way; the first failure is thrown then. */
async function undoAll(all: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all)
    await Promise.resolve()
      .then(one)
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

interface Run {
  readonly assembly: Assembly;
  readonly undo: Undo;
  readonly ownProblems: string[];
}

async function run(options: RehearsalOptions, { assembly, undo, ownProblems }: Run): Promise<Omit<Rehearsal, "stop">> {
  const onProblem = (what: string): void => void ownProblems.push(what);
  const outside = await openOutside(options, assembly, undo);
  const { deployment, account, world, internet, region } = outside;
  const inside = await openFunctions(options, outside, { assembly, undo, onProblem });
  const report = (): RehearsalReport => ({
    ...{ kinds: kindsOf(deployment), rights: rightsReport(deployment, account), ownProblems },
    ...{ functionFailures: inside.lambda.failures, webFunctionFailures: inside.web.failures },
    ...{ brokenLogLines: inside.api.brokenLogLines, unknownHosts: [...internet.unknown.keys()] },
  });
  const baseUrl = inside.url;
  const addresses = { baseUrl, authUrl: world.identityProvider.url, smtpPort: world.mailbox.smtpPort, region };
  const owners = await makeOwners(addresses).catch((cause: unknown) => {
    const lines = [String(cause), ...problemsIn(report())];
    throw new Error(`the deployment does not work:\n  ${lines.join("\n  ")}`, { cause });
  });
  const simulatorUrl = world.chatSimulator.url;
  writeStackFile(options.folder, {
    ...{ pid: process.pid, base_url: baseUrl, auth_url: addresses.authUrl, mailbox_url: world.mailbox.url },
    ...{ smtp: { host: "127.0.0.1", port: addresses.smtpPort }, chat_simulator_url: simulatorUrl },
    ...{ topic_arn: outside.topicArn, ...owners },
  });
  return {
    baseUrl,
    authUrl: addresses.authUrl,
    simulatorUrl,
    owners,
    report,
    runSchedules: () => inside.schedules.runNow(),
  };
}

type Outside = Awaited<ReturnType<typeof openOutside>>;

/** The engines with what the deployment has in them, AWS's addresses, and the world. */
async function openOutside({ folder, issuer, keySecret }: RehearsalOptions, assembly: Assembly, undo: Undo) {
  const deployment = deploy(assembly);
  const { account: accountId, region } = assembly.stacks[0] ?? { account: "", region: "" };
  const account = accountOf(deployment);
  const topicArn = ofType(deployment, "AWS::SNS::Topic")[0]?.ref ?? "";
  const front: Front = { url: undefined, domainNames: [] };
  // The provider's events come by the topic; a denial stands in the report.
  const publisher = { service: "social-messaging.amazonaws.com" };
  const from = { "aws:sourceaccount": accountId, "aws:securetransport": "true" };
  account.ask({ caller: publisher, action: "sns:Publish", resource: topicArn, context: from });
  const authority = await openAuthority(folder);
  const internet = await startInternet(authority);
  undo.push(() => internet.close());
  const world = await startWorld({
    ...{ folder, deployment, authority, region, topicArn, issuer },
    webhookUrl: () => subscribedUrl(deployment, front),
    panelOrigins: () => (front.url === undefined ? [] : [front.url]),
  });
  undo.push(() => world.close());
  const authorityFile = writeAuthority(folder, authority);
  const platform = surround({
    ...{ folder, deployment, account, accountId, region, internet, world, issuer, keySecret, authorityFile },
  });
  return { deployment, account, accountId, region, internet, world, topicArn, platform, front };
}

interface Inside extends Omit<Run, "ownProblems"> {
  readonly onProblem: (what: string) => void;
}

/** The functions, what calls them, and the front door. */
async function openFunctions(
  { linkKeys, concurrency = CONCURRENCY }: RehearsalOptions,
  { deployment, account, accountId, region, world, platform, front }: Outside,
  { assembly, undo, onProblem }: Inside,
) {
  makeNetworkInterfaces(deployment, account);
  const functions = functionSettings(deployment, assembly, concurrency);
  const lambda = startLambda({ functions, platform, retries: retriesOf(deployment) });
  undo.push(() => lambda.stop());
  const store = new S3Client({
    ...{ endpoint: world.objects.endpoint, region, credentials: STORE_CREDENTIALS, forcePathStyle: true },
  });
  undo.push(() => store.destroy());
  await fillBuckets(deployment, assembly, store);
  const web = await startWebFunctions({ deployment, assembly, platform });
  undo.push(() => web.stop());
  const api = httpApi(deployment, account, lambda);
  const askOrigin = originsOf({ deployment, account, lambda, web, api });
  const readObject = bucketOrigin(account, store, accountId);
  const edge = distribution({ deployment, keys: linkKeys, askOrigin, readObject });
  const door = await openFrontDoor(edge, onProblem);
  undo.push(() => door.end());
  Object.assign(front, { url: door.url, domainNames: edge.domainNames });
  const sources = startEventSources({ deployment, engine: world.queues, account, lambda, concurrency, onProblem });
  const schedules = startSchedules(deployment, account, lambda);
  undo.push(async () => {
    door.close();
    await Promise.all([sources.stop(), schedules.stop()]);
  });
  return { lambda, web, api, schedules, url: door.url };
}

interface Origins {
  readonly deployment: Deployment;
  readonly account: Account;
  readonly lambda: Lambda;
  readonly web: WebFunctions;
  readonly api: HttpApi;
}

function originsOf({ deployment, account, lambda, web, api }: Origins): AskOrigin {
  const urls = functionUrls(deployment, account, lambda);
  return async (host, message, body) => {
    const sourceIp = message.headers["x-forwarded-for"] ?? "";
    if (host === api.host) return api.answer(message, body, sourceIp);
    const own = urls.get(host);
    if (own) return own(message, body, sourceIp);
    return web.hosts.get(host)?.(message, body) ?? textAnswer(502, "text/html", `there is no origin ${host}`);
  };
}

interface Front {
  readonly url: string | undefined;
  readonly domainNames: Distribution["domainNames"];
}

/** The subscription's own address, by the front door that it names. Undefined while that is closed. */
function subscribedUrl(deployment: Deployment, { url, domainNames }: Front): string | undefined {
  const [subscription] = ofType(deployment, "AWS::SNS::Subscription");
  if (url === undefined || subscription === undefined) return undefined;
  const endpoint = new URL(String(subscription.properties.Endpoint));
  if (!domainNames.includes(endpoint.host))
    throw new Error(`the topic's subscription leads to ${endpoint.host}, which is not the front door`);
  return `${url}${endpoint.pathname}`;
}

/** As the local stack writes one (docs/local-stack.md). */
const writeStackFile = (folder: string, content: object): void =>
  writeFileSync(join(folder, "stack.json"), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
