import type { Account } from "../iam/account.ts";
import type { Lambda } from "../lambda/lambda.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import { brokenLogLine } from "./access-log.ts";
import { matchRoute, routesOf } from "./api-routes.ts";
import { functionAnswer, functionEvent, newRequestId, notFound, tooLong, tooMany } from "./function-event.ts";
import type { Answer, Message } from "./message.ts";

export interface HttpApi {
  /** The host of the API, without a scheme. */
  readonly host: string;
  answer(message: Message, body: Buffer, sourceIp: string): Promise<Answer>;
  /** Collects the lines of the access log that were not valid JSON. */
  readonly brokenLogLines: readonly string[];
}

const MAX_BODY_BYTES = 10_485_760;

/**
 * Emulates API Gateway's HTTP API: routes, permissions of functions, events in payload format 2.0, throttling and the
 * access log.
 */
export function httpApi(deployment: Deployment, account: Account, lambda: Lambda, put: PutMetric): HttpApi {
  const [api] = ofType(deployment, "AWS::ApiGatewayV2::Api");
  const [stage] = ofType(deployment, "AWS::ApiGatewayV2::Stage");
  if (api === undefined || stage === undefined) throw new Error("the deployment has no HTTP API");
  const routes = routesOf(deployment);
  const host = new URL(api.attributes.ApiEndpoint ?? "").host;
  const throttle = throttleOf(stage);
  const brokenLogLines: string[] = [];
  const note = (key: string, requestId: string, answer: Answer): Answer => {
    const line = brokenLogLine(stage, { key, requestId, answer });
    if (line !== undefined) brokenLogLines.push(line);
    putAnswer(api, answer, put);
    return answer;
  };
  return {
    host,
    brokenLogLines,
    async answer(message, body, sourceIp) {
      const requestId = newRequestId();
      const found = matchRoute(routes, message);
      const key = found?.route.key ?? "-";
      if (!throttle()) return note(key, requestId, tooMany);
      if (body.length > MAX_BODY_BYTES) return note(key, requestId, tooLong);
      if (found === undefined) return note(key, requestId, notFound);
      const { route, pathParameters } = found;
      const sourceArn = `arn:aws:execute-api:${api.region}:${api.account}:${api.ref}/$default/${route.key.replace(" ", "")}`;
      const { isAllowed } = account.ask({
        caller: { service: "apigateway.amazonaws.com" },
        action: "lambda:InvokeFunction",
        resource: route.target,
        context: { "aws:sourcearn": sourceArn },
      });
      if (!isAllowed)
        return note(key, requestId, functionAnswer({ kind: "failed", errorType: "AccessDenied", errorMessage: "" }));
      const gateway = { account: api.account, apiId: api.ref, domainName: host, routeKey: route.key };
      const place = { ...gateway, pathParameters, sourceIp, requestId };
      const outcome = await lambda.invoke(route.target, functionEvent(message, body, place));
      return note(key, requestId, functionAnswer(outcome));
    },
  };
}

/** Counts an answer (Amazon API Gateway Developer Guide, "Monitor HTTP APIs with CloudWatch metrics"). */
function putAnswer({ ref: ApiId }: Deployed, { status }: Answer, put: PutMetric): void {
  const count = (name: string, value: number): void => put({ namespace: "AWS/ApiGateway", name }, { ApiId }, value);
  count("Count", 1);
  count("4xx", status >= 400 && status < 500 ? 1 : 0);
  count("5xx", status >= 500 ? 1 : 0);
}

/** Returns a token bucket with the limits of the stage. */
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
