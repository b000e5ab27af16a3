import { randomUUID } from "node:crypto";
import { type IncomingMessage, request as plainRequest, type RequestListener } from "node:http";
import { pipeline } from "node:stream/promises";
import { TableError } from "../../local/aws/table/engine-call.ts";
import { TooLargeError, wholeBody } from "../http/whole-body.ts";
import { hostOf } from "../network/internet.ts";
import { isRecord } from "../template/intrinsics.ts";
import { type Session, UnsignedError } from "./credentials.ts";
import { functions } from "./function-service.ts";
import { KEY_OPERATIONS } from "./key-operations.ts";
import { ServiceError } from "./key-service.ts";
import { type Need, objectNeeds, providerNeeds, queueNeeds, tableNeeds } from "./questions.ts";
import { roles } from "./role-service.ts";
import { type AwsFrontOptions, type Call, type Service, signedRequest } from "./service.ts";
import { signedForStore } from "./store-signature.ts";

const placeOf = ({ accountId, region }: AwsFrontOptions) => ({ account: accountId, region });

const MAX_BODY_BYTES = 20_000_000;

class DownError extends Error {
  override readonly name = "DownError";
}

/**
 * Returns the error of an unavailable service. A disabled key stands for an outage of the key service (AWS KMS
 * Developer Guide, "Key states").
 */
const downError = (name: Service["name"]): Error =>
  name === "keys"
    ? new ServiceError("DisabledException", "the key is disabled.")
    : new DownError(`the ${name} do not answer`);

class DeniedError extends Error {
  override readonly name = "DeniedError";
}

/** Serves AWS's own addresses. Every call must be signed and allowed by the policies; then an engine answers it. */
export function awsFront(options: AwsFrontOptions): void {
  const { internet, region } = options;
  const serve = (isFor: (host: string) => boolean, service: Service): void =>
    internet.add({ isFor, listener: guarded(service, options) });
  // A call that names a table by its ARN goes to the endpoint of the ARN's account.
  const ofAccount = `${options.accountId}.ddb.${region}.amazonaws.com`;
  serve((host) => host === `dynamodb.${region}.amazonaws.com` || host === ofAccount, tables);
  serve((host) => host === `sqs.${region}.amazonaws.com`, queues);
  serve((host) => host === `kms.${region}.amazonaws.com`, keys);
  serve((host) => host.endsWith(`.s3.${region}.amazonaws.com`) || host === `s3.${region}.amazonaws.com`, objects);
  serve((host) => host === `lambda.${region}.amazonaws.com`, functions);
  serve((host) => host === "iam.amazonaws.com", roles);
  serve((host) => /^social-messaging\.[a-z0-9-]+\.amazonaws\.com$/.test(host), provider);
}

function guarded({ name, isStreamed, answer, refuse }: Service, options: AwsFrontOptions): RequestListener {
  return (request, response) => {
    const work = async (): Promise<void> => {
      const body = isStreamed ? undefined : await wholeBody(request, MAX_BODY_BYTES);
      const session = options.sessions.signerOf(signedRequest(request, body));
      if (options.faults.isBroken("service", `${session.role} ${name}`)) throw downError(name);
      await answer({ request, response, options }, body ?? Buffer.alloc(0), (needs) => allow(needs, session, options));
    };
    work().catch((error: unknown) => {
      request.resume();
      if (response.headersSent) response.destroy();
      else refuse(response, ...refusalOf(error));
    });
  };
}

function refusalOf(error: unknown): [status: number, type: string, message: string] {
  if (error instanceof DownError) return [500, "InternalServerError", error.message];
  if (error instanceof DeniedError) return [400, "AccessDeniedException", error.message];
  if (error instanceof UnsignedError) return [403, "UnrecognizedClientException", error.message];
  if (error instanceof TooLargeError) return [413, "RequestEntityTooLargeException", error.message];
  if (error instanceof ServiceError || error instanceof TableError) return [400, error.type, error.message];
  return [500, "InternalFailure", String(error)];
}

function allow(needs: readonly Need[], session: Session, { account }: AwsFrontOptions): void {
  for (const { action, resource, context } of needs) {
    const caller = { role: session.role };
    const own = { "aws:securetransport": "true", "s3:tlsversion": "1.3", ...context };
    const { isAllowed, by } = account.ask({ caller, action, resource, context: own });
    if (isAllowed) continue;
    const why =
      by.length > 0 ? "with an explicit deny" : `because no identity-based policy allows the ${action} action`;
    throw new DeniedError(
      `User: ${session.principal} is not authorized to perform: ${action} on resource: ${resource} ${why}`,
    );
  }
}

const JSON_1_0 = { "content-type": "application/x-amz-json-1.0" } as const;

const refuseJson: Service["refuse"] = (response, status, type, message) => {
  const text = JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message });
  response
    .writeHead(status, { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": randomUUID() })
    .end(text);
};

const targetOf = ({ headers }: IncomingMessage): string =>
  String(headers["x-amz-target"] ?? "")
    .split(".")
    .at(-1) ?? "";

const tables: Service = {
  name: "tables",
  refuse: refuseJson,
  async answer(call, body, allowed) {
    const operation = targetOf(call.request);
    const input: unknown = JSON.parse(body.toString());
    allowed(tableNeeds(operation, input, placeOf(call.options)));
    const { tables: endpoint, tableControl } = call.options.engines;
    const own = await tableControl.answer(operation, input);
    if (own) call.response.writeHead(200, JSON_1_0).end(JSON.stringify(own));
    else await passOn(call, endpoint, body);
  },
};

const queues: Service = {
  name: "queues",
  refuse: refuseJson,
  async answer(call, body, allowed) {
    allowed(queueNeeds(targetOf(call.request), JSON.parse(body.toString()), placeOf(call.options)));
    await passOn(call, call.options.engines.queues, body);
  },
};

const keys: Service = {
  name: "keys",
  refuse: refuseJson,
  async answer({ request, response, options: { engines } }, body, allowed) {
    const given: unknown = JSON.parse(body.toString());
    if (!isRecord(given)) throw new ServiceError("ValidationException", "the input is not an object");
    const run = KEY_OPERATIONS[targetOf(request)];
    if (run === undefined)
      throw new ServiceError("UnknownOperationException", `${targetOf(request)} is not known here`);
    const answer = run(given, engines, allowed);
    response.writeHead(200, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(answer));
  },
};

const objects: Service = {
  name: "objects",
  isStreamed: true,
  refuse: (response, status, type, message) => {
    const code = type === "AccessDeniedException" ? "AccessDenied" : type;
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message.replaceAll("<", "&lt;")}</Message></Error>`;
    response
      .writeHead(status >= 500 ? status : 403, { "content-type": "application/xml", "x-amz-request-id": randomUUID() })
      .end(text);
  },
  async answer(call, _body, allowed) {
    const { request, options } = call;
    const { method, path, query } = signedRequest(request, undefined);
    const { bucket, key } = objectOf(hostOf(request), path);
    allowed(objectNeeds({ method, bucket, key, query, copySource: request.headers["x-amz-copy-source"] }));
    const url = `/${bucket}${key === "" ? "" : `/${key.split("/").map(encodeURIComponent).join("/")}`}`;
    const { objects: endpoint, storeCredentials } = options.engines;
    const headers = signedForStore(
      { method, path: url, query, headers: request.headers, body: undefined },
      { ...storeCredentials, region: options.region, host: new URL(endpoint).host },
    );
    await passOn(call, endpoint, undefined, { url: `${url}${query.size > 0 ? `?${query}` : ""}`, headers });
  },
};

/** Parses a request in virtual-hosted or in path style. */
function objectOf(host: string, path: string): { bucket: string; key: string } {
  const [, named] = /^(.+)\.s3\.[a-z0-9-]+\.amazonaws\.com$/.exec(host) ?? [];
  const decoded = decodeURIComponent(path.slice(1));
  if (named !== undefined) return { bucket: named, key: decoded };
  const [bucket = "", key = ""] = decoded.split(/\/(.*)/s);
  return { bucket, key };
}

const provider: Service = {
  name: "provider",
  refuse: (response, status, type, message) => {
    const headers = { "content-type": "application/json", "x-amzn-errortype": type, "x-amzn-requestid": randomUUID() };
    response.writeHead(type === "AccessDeniedException" ? 403 : status, headers).end(JSON.stringify({ message }));
  },
  async answer(call, body, allowed) {
    const { request, options } = call;
    const { method, path, query } = signedRequest(request, body);
    const operation = options.providerOperation(method, path);
    if (operation === undefined) throw new ServiceError("UnknownOperationException", "the operation is not known");
    const region = hostOf(request).split(".")[1] ?? "";
    const parsed: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
    const input = { ...Object.fromEntries(query), ...(isRecord(parsed) ? parsed : {}) };
    allowed(providerNeeds({ operation, input, region, account: options.accountId }));
    await passOn(call, options.engines.provider, body);
  },
};

interface Rewritten {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Passes a call to an engine, and its answer back unchanged. A body that was already read is sent again; otherwise the
 * stream is passed on.
 */
async function passOn(
  { request, response }: Call,
  endpoint: string,
  body: Buffer | undefined,
  rewritten?: Rewritten,
): Promise<void> {
  const { hostname, port } = new URL(endpoint);
  const headers = { ...(rewritten?.headers ?? request.headers), host: `${hostname}:${port}` };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = plainRequest(
    { hostname, port, method: request.method, path: rewritten?.url ?? request.url, headers },
    resolve,
  );
  outgoing.once("error", reject);
  if (body === undefined) pipeline(request, outgoing).catch(reject);
  else outgoing.end(body);
  const answer = await promise;
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, response);
}
