import { S3Client } from "@aws-sdk/client-s3";
import { openCheckpoints } from "../local/aws/function-host/stream/checkpoints.ts";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { openFrontDoor } from "./front-door.ts";
import { bucketOrigin } from "./http/bucket-origin.ts";
import { type AskOrigin, distribution } from "./http/distribution.ts";
import { functionUrls } from "./http/function-url.ts";
import { type HttpApi, httpApi } from "./http/http-api.ts";
import { textAnswer } from "./http/message.ts";
import type { Account } from "./iam/account.ts";
import type { Instruments } from "./instruments.ts";
import { startEventSources } from "./lambda/event-sources.ts";
import { functionSettings, retriesOf } from "./lambda/function-settings.ts";
import { type Lambda, startLambda } from "./lambda/lambda.ts";
import { makeNetworkInterfaces } from "./lambda/network-interfaces.ts";
import { startSchedules } from "./lambda/schedules.ts";
import { startStreamSources } from "./lambda/stream-sources.ts";
import { startWebFunctions, type WebFunctions } from "./lambda/web-functions.ts";
import type { PutMetric } from "./metrics/metric-store.ts";
import type { RehearsedCloud } from "./open-cloud.ts";
import { fillBuckets } from "./resources/bucket-files.ts";
import type { Deployment } from "./resources/deployed.ts";
import { STORE_CREDENTIALS } from "./stand-ins.ts";
import type { Assembly } from "./template/assembly.ts";
import type { Undo } from "./undo.ts";

export interface FunctionsOptions {
  readonly assembly: Assembly;
  /** Lists the public keys that an operator has uploaded to the content delivery network. */
  readonly linkKeys: readonly TrustedKey[];
  /** At most this many environments of one function, and batches of one queue, run concurrently. */
  readonly concurrency: number;
  readonly undo: Undo;
  readonly instruments: Instruments;
  readonly onProblem: (what: string) => void;
}

/** Starts the functions, their callers, and the front door. */
export async function openFunctions(
  { deployment, account, accountId, region, standIns, platform, front, tableControl, late }: RehearsedCloud,
  { assembly, linkKeys, concurrency, undo, instruments, onProblem }: FunctionsOptions,
) {
  const {
    faults,
    clock,
    metrics: { put },
  } = instruments;
  makeNetworkInterfaces(deployment, account);
  const functions = functionSettings(deployment, assembly, concurrency);
  const lambda = startLambda({ functions, platform, retries: retriesOf(deployment), put, faults });
  undo.push(() => lambda.stop());
  const store = new S3Client({
    ...{ endpoint: standIns.objects.endpoint, region, credentials: STORE_CREDENTIALS, forcePathStyle: true },
  });
  undo.push(() => store.destroy());
  await fillBuckets(deployment, assembly, store);
  const web = await startWebFunctions({ deployment, assembly, platform, put });
  undo.push(() => web.stop());
  const api = httpApi(deployment, account, lambda, put);
  const askOrigin = originsOf({ deployment, account, lambda, web, api, put });
  const readObject = bucketOrigin(account, store, accountId);
  const edge = distribution({ deployment, keys: linkKeys, askOrigin, readObject });
  const door = await openFrontDoor({ distribution: edge, faults, onProblem });
  undo.push(() => door.end());
  Object.assign(front, { url: door.url, domainNames: edge.domainNames });
  const calls = { deployment, account, lambda, faults };
  const sources = startEventSources({ ...calls, engine: standIns.queues, concurrency, put, onProblem });
  const checkpoints = openCheckpoints(":memory:");
  const streams = startStreamSources({
    tableStreams: tableControl.streams,
    ...{ deployment, account, lambda, checkpoints, put, onProblem },
    now: () => clock.now() + instruments.changesAheadMs,
    ...{ endpoint: standIns.tables.endpoint, queues: standIns.queues },
  });
  late.streams = streams;
  const schedules = startSchedules({ ...calls, now: clock.now });
  undo.push(async () => {
    door.close();
    await Promise.all([sources.stop(), streams.stop(), schedules.stop()]);
    checkpoints.close();
  });
  return { lambda, web, api, schedules, streams, url: door.url };
}

interface Origins {
  readonly deployment: Deployment;
  readonly account: Account;
  readonly lambda: Lambda;
  readonly web: WebFunctions;
  readonly api: HttpApi;
  readonly put: PutMetric;
}

function originsOf({ deployment, account, lambda, web, api, put }: Origins): AskOrigin {
  const urls = functionUrls(deployment, account, lambda, put);
  return async (host, message, body) => {
    const sourceIp = message.headers["x-forwarded-for"] ?? "";
    if (host === api.host) return api.answer(message, body, sourceIp);
    const own = urls.get(host);
    if (own) return own(message, body, sourceIp);
    return web.hosts.get(host)?.(message, body) ?? textAnswer(502, "text/html", `there is no origin ${host}`);
  };
}
