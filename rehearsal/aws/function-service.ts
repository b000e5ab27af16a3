import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import * as z from "zod";
import type { ListedMapping, StreamSources } from "../lambda/stream-sources.ts";
import { ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import { ServiceError } from "./key-service.ts";
import type { Need } from "./questions.ts";
import { type AwsFrontOptions, type Call, type Service, signedRequest } from "./service.ts";

const MAPPINGS = "/2015-03-31/event-source-mappings";
const CONFIGURATION = /^\/2015-03-31\/functions\/([^/]+)\/configuration$/;
const ONE = new RegExp(`^${MAPPINGS}/([^/]+)$`);
const ACCEPTED = 202;
const STATUS: Readonly<Record<string, number>> = {
  AccessDeniedException: 403,
  ResourceConflictException: 409,
  ResourceNotFoundException: 404,
  InternalFailure: 500,
};

const created = z.looseObject({ EventSourceArn: z.string(), FunctionName: z.string(), Enabled: z.literal(true) });
type Mappings = Pick<StreamSources, "list" | "add" | "remove">;
type Allow = (needs: readonly Need[]) => void;

/** Emulates the calls of Lambda that concern event source mappings of streams, and the configuration of a function. */
export const functions: Service = {
  name: "functions",
  refuse(response, status, type, message) {
    const headers = { "content-type": "application/json", "x-amzn-errortype": type, "x-amzn-requestid": randomUUID() };
    response.writeHead(STATUS[type] ?? status, headers).end(JSON.stringify({ Type: "User", Message: message }));
  },
  async answer(call, body, allow) {
    const { method, path, query } = signedRequest(call.request, undefined);
    const { options, response } = call;
    const [, one] = ONE.exec(path) ?? [];
    const [, fn] = CONFIGURATION.exec(path) ?? [];
    if (method === "GET" && path === MAPPINGS) return list(call, allow);
    if (method === "POST" && path === MAPPINGS) return create(call, body, allow);
    if (method === "DELETE" && one !== undefined) return remove(call, one, allow);
    if (method === "GET" && fn !== undefined)
      return send(response, 200, configuration(options, { name: decodeURIComponent(fn), query, allow }));
    throw new ServiceError("InvalidParameterValueException", `${method} ${path} is not known here`);
  },
};

const send = (response: ServerResponse, status: number, answer: object): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));

function mappingsOf({ options }: Call): Mappings {
  const mappings = options.engines.mappings();
  if (mappings === undefined) throw new Error("there are no mappings yet");
  return mappings;
}

async function list(call: Call, allow: Allow): Promise<void> {
  allow([{ action: "lambda:ListEventSourceMappings", resource: "*", context: {} }]);
  const all = mappingsOf(call).list();
  send(call.response, 200, { EventSourceMappings: all.map((one) => shown(one, call.options)) });
}

/** A template names a function by its name or ARN, and Lambda by its ARN. */
const arnOf = (named: unknown, { accountId, region }: AwsFrontOptions): string => {
  const given = String(named);
  return given.startsWith("arn:") ? given : `arn:aws:lambda:${region}:${accountId}:function:${given}`;
};

function shown({ id: UUID, properties, state: State, isDrained }: ListedMapping, options: AwsFrontOptions): object {
  const { FunctionName, Enabled: _, Tags: _tags, ...settings } = properties;
  const LastProcessingResult = isDrained ? "No records processed" : "OK";
  const FunctionArn = arnOf(FunctionName, options);
  return { ...settings, UUID, FunctionArn, State, LastProcessingResult, StateTransitionReason: "User initiated" };
}

async function create(call: Call, body: Buffer, allow: Allow): Promise<void> {
  const given = created.parse(JSON.parse(body.toString()));
  const reader = arnOf(given.FunctionName, call.options);
  allow([{ action: "lambda:CreateEventSourceMapping", resource: "*", context: onFunction(reader) }]);
  const mappings = mappingsOf(call);
  const isSame = ({ properties }: ListedMapping): boolean =>
    properties.EventSourceArn === given.EventSourceArn && arnOf(properties.FunctionName, call.options) === reader;
  if (mappings.list().some(isSame))
    throw new ServiceError("ResourceConflictException", "The event source arn and function provided mapping exists.");
  const id = randomUUID();
  try {
    mappings.add(id, given);
  } catch (error) {
    throw new ServiceError("InvalidParameterValueException", `Cannot access stream ${given.EventSourceArn}. ${error}`);
  }
  const listed = shown({ id, properties: given, state: "Enabled", isDrained: false }, call.options);
  send(call.response, ACCEPTED, { ...listed, State: "Creating" });
}

async function remove(call: Call, id: string, allow: Allow): Promise<void> {
  const mappings = mappingsOf(call);
  const found = mappings.list().find((one) => one.id === id);
  const { accountId, region } = call.options;
  const resource = `arn:aws:lambda:${region}:${accountId}:event-source-mapping:${id}`;
  const context = onFunction(arnOf(found?.properties.FunctionName ?? "", call.options));
  allow([{ action: "lambda:DeleteEventSourceMapping", resource, context }]);
  const removed = mappings.remove(id);
  if (removed === undefined)
    throw new ServiceError("ResourceNotFoundException", "The resource you requested does not exist.");
  send(call.response, ACCEPTED, shown(removed, call.options));
}

const onFunction = (arn: string): Need["context"] => ({ "lambda:functionarn": arn });

interface Asked {
  readonly name: string;
  readonly query: URLSearchParams;
  readonly allow: Allow;
}

function configuration({ accountId, region, deployment }: AwsFrontOptions, { name, query, allow }: Asked): object {
  const arn = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  const qualifier = query.get("Qualifier");
  const resource = qualifier === null ? arn : `${arn}:${qualifier}`;
  allow([{ action: "lambda:GetFunctionConfiguration", resource, context: {} }]);
  const found = ofType(deployment, "AWS::Lambda::Function").find(({ ref }) => ref === functionName(name));
  if (found === undefined) throw new ServiceError("ResourceNotFoundException", `Function not found: ${resource}`);
  return { FunctionName: name, FunctionArn: resource, Role: found.properties.Role };
}
