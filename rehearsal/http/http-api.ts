import type { Account } from "../iam/account.ts";
import type { Lambda } from "../lambda/lambda.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import { isRecord } from "../template/intrinsics.ts";
import { functionAnswer, functionEvent, newRequestId, notFound, tooLong, tooMany } from "./function-event.ts";
import type { Answer, Message } from "./message.ts";

export interface HttpApi {
  /** Without a scheme. */
  readonly host: string;
  answer(message: Message, body: Buffer, sourceIp: string): Promise<Answer>;
  /** Lines of the access log that were no JSON. */
  readonly brokenLogLines: readonly string[];
}

interface Route {
  readonly key: string;
  readonly method: string;
  readonly parts: readonly string[];
  readonly target: string;
}

const MAX_BODY_BYTES = 10_485_760;
const PARAMETER = /^\{(.+?)\+?\}$/;

/** API Gateway's HTTP API: routes, the function's permission, events in payload format 2.0, throttling and the access log. */
export function httpApi(deployment: Deployment, account: Account, lambda: Lambda): HttpApi {
  const [api] = ofType(deployment, "AWS::ApiGatewayV2::Api");
  const [stage] = ofType(deployment, "AWS::ApiGatewayV2::Stage");
  if (api === undefined || stage === undefined) throw new Error("the deployment has no HTTP API");
  const routes = routesOf(deployment);
  const host = new URL(api.attributes.ApiEndpoint ?? "").host;
  const throttle = throttleOf(stage);
  const brokenLogLines: string[] = [];
  const note = (key: string, requestId: string, answer: Answer): Answer => {
    const line = logLine(stage, { key, requestId, answer });
    if (!isJson(line)) brokenLogLines.push(line);
    return answer;
  };
  return {
    host,
    brokenLogLines,
    async answer(message, body, sourceIp) {
      const requestId = newRequestId();
      const found = match(routes, message);
      const key = found?.route.key ?? "-";
      if (!throttle()) return note(key, requestId, tooMany);
      if (body.length > MAX_BODY_BYTES) return note(key, requestId, tooLong);
      if (found === undefined) return note(key, requestId, notFound);
      const { route, pathParameters } = found;
      const sourceArn = `arn:aws:execute-api:${api.region}:${api.account}:${api.ref}/$default/${route.key.replace(" ", "").replace("$default", "$default")}`;
      const { isAllowed } = account.ask({
        caller: { service: "apigateway.amazonaws.com" },
        action: "lambda:InvokeFunction",
        resource: route.target,
        context: { "aws:sourcearn": sourceArn },
      });
      if (!isAllowed) return note(key, requestId, functionAnswer({ kind: "failed", errorType: "AccessDenied", errorMessage: "" }));
      const place = { account: api.account, apiId: api.ref, domainName: host, routeKey: route.key, pathParameters, sourceIp, requestId };
      const outcome = await lambda.invoke(functionName(route.target), functionEvent(message, body, place));
      return note(key, requestId, functionAnswer(outcome));
    },
  };
}

function routesOf(deployment: Deployment): Route[] {
  const integrations = new Map(ofType(deployment, "AWS::ApiGatewayV2::Integration").map((one) => [one.ref, one]));
  return ofType(deployment, "AWS::ApiGatewayV2::Route").map(({ properties, logicalId }) => {
    const integration = integrations.get(String(properties.Target).replace(/^integrations\//, ""));
    if (integration === undefined) throw new Error(`${logicalId} leads to no integration`);
    const key = String(properties.RouteKey);
    const [method = "", path = ""] = key === "$default" ? ["ANY", ""] : key.split(" ");
    return { key, method, parts: path.split("/"), target: targetOf(integration) };
  });
}

/** `arn:…:function:<name>:live`, or inside of the gateway's own long form. */
function targetOf({ properties }: Deployed): string {
  const uri = String(properties.IntegrationUri);
  return /functions\/(arn:.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}

/** The most specific route: an exact part before a parameter, a method before ANY, `$default` last (API Gateway Developer Guide, "Routing API requests"). */
function match(routes: readonly Route[], { method, path }: Message) {
  const parts = path.split("/").map(decoded);
  const fitting = routes.flatMap((route) => {
    const pathParameters = route.key === "$default" ? {} : fit(route.parts, parts);
    const isMethod = route.method === "ANY" || route.method === method;
    return pathParameters === undefined || !isMethod ? [] : [{ route, pathParameters }];
  });
  const rank = ({ key, parts: of, method: m }: Route): string =>
    key === "$default" ? "z" : `${of.map((part) => (PARAMETER.test(part) ? (part.endsWith("+}") ? "2" : "1") : "0")).join("")}${m === "ANY" ? "1" : "0"}`;
  return fitting.toSorted((a, b) => (rank(a.route) < rank(b.route) ? -1 : 1))[0];
}

function fit(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [i, part] of pattern.entries()) {
    const [, name] = PARAMETER.exec(part) ?? [];
    if (name !== undefined && part.endsWith("+}")) return { ...found, [name]: parts.slice(i).join("/") };
    if (name === undefined ? part !== parts[i] : !parts[i]) return undefined;
    if (name !== undefined) found[name] = parts[i] ?? "";
  }
  return pattern.length === parts.length ? found : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A token bucket of the stage's own limits. */
function throttleOf({ properties }: Deployed): () => boolean {
  const settings = isRecord(properties.DefaultRouteSettings) ? properties.DefaultRouteSettings : {};
  const rate = Number(settings.ThrottlingRateLimit ?? 10_000);
  const burst = Number(settings.ThrottlingBurstLimit ?? 5_000);
  let tokens = burst;
  let at = Date.now();
  return () => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * rate);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

interface Logged {
  readonly key: string;
  readonly requestId: string;
  readonly answer: Answer;
}

/** The stage's format with its variables: of an error the gateway gives the text, and the text in quotes. */
function logLine({ properties }: Deployed, { key, requestId, answer: { status, body } }: Logged): string {
  const settings = isRecord(properties.AccessLogSettings) ? properties.AccessLogSettings : {};
  const own = status >= 400 && body.toString().startsWith('{"message"') ? "Internal Server Error" : "-";
  const variables: Readonly<Record<string, string>> = {
    requestId,
    requestTimeEpoch: String(Date.now()),
    routeKey: key,
    status: String(status),
    responseLength: String(body.length),
    "error.message": own,
    "error.messageString": own === "-" ? "-" : JSON.stringify(own),
  };
  return String(settings.Format).replaceAll(/\$context\.([A-Za-z.]+)/g, (_, name: string) => variables[name] ?? "-");
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
