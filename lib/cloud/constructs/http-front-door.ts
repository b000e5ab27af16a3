import { ArnFormat, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  type IAccessLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { STATUS_OF } from "../../../shared/edge/contract/refusal-status.ts";
import { routes } from "../../../shared/routes.ts";
import { gatewayRoutes } from "../../gateway-routes.ts";
import type { Settings } from "../settings.ts";
import { accessLogFormat } from "./access-log-format.ts";
import { expectedServerErrors } from "./function-failures.ts";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

export interface HttpFrontDoorProps {
  /** Lists the functions that answer routes, and the function that answers all other requests. */
  readonly functions: readonly HeraldFunction[];
  readonly settings: Settings;
}

const MAX_ERROR_PERCENT = 1;

/**
 * Creates the HTTP API. It has a few routes per function, each for all methods, and `$default` for everything else. The
 * functions therefore answer unknown paths, wrong methods and browsers' preflights with our own errors (D2, D6a). For
 * the same reason the API has no gateway CORS and no authoriser.
 */
export class HttpFrontDoor extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { functions, settings }: HttpFrontDoorProps) {
    super(scope, id);
    this.api = new HttpApi(this, "Api", { description: "Herald", createDefaultStage: false });
    this.#stage(settings);
    for (const fn of functions) this.#answer(fn);
    this.#alarm(functions.filter(refusesWith5xx));
  }

  #stage({ gatewayRequestsPerSecond, gatewayBurst, logRetentionDays }: Settings): void {
    const log = new LogGroup(this, "AccessLog", {
      // For a group with any other name, API Gateway adds an entry to the only log policy of the region, which has room
      // for few entries.
      logGroupName: `/aws/vendedlogs/${Stack.of(this).stackName}/api`,
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: gatewayRequestsPerSecond, burstLimit: gatewayBurst },
      accessLogSettings: { destination: destinationOf(log), format: accessLogFormat },
    });
    Validations.of(this).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "Credentials are verified by the functions: a gateway's authoriser answers in its own words and cannot limit rates first.",
    });
  }

  #answer({ definition: { name, trigger }, live }: HeraldFunction): void {
    // Each function gets one permission for all its routes, because one per route would double the number of resources.
    // The pattern of the wide permission has a method and a path, which the default route lacks.
    const scopePermissionToRoute = trigger.kind === "fallback";
    const integration = new HttpLambdaIntegration(name, live, { scopePermissionToRoute });
    if (trigger.kind === "fallback") {
      new HttpRoute(this, "Fallback", { httpApi: this.api, routeKey: HttpRouteKey.DEFAULT, integration });
    }
    for (const { path } of gatewayRoutes.filter(({ functionName }) => functionName === name)) {
      this.api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
    }
  }

  /**
   * Adds an alarm on answers with 5xx. The functions in `refusing` also answer 5xx when a provider fails or a caller
   * must repeat the request later, and those answers do not count.
   */
  #alarm(refusing: readonly HeraldFunction[]): void {
    const expected = Object.fromEntries(refusing.map((fn, i) => [`expected${i}`, expectedServerErrors(fn)]));
    const ours = ["failed", ...Object.keys(expected).map((id) => `FILL(${id}, 0)`)].join(" - ");
    const metric = new MathExpression({
      label: "server errors in percent",
      expression: `IF(requests > 0, 100 * (${ours}) / requests, 0)`,
      usingMetrics: { requests: this.api.metricCount(), failed: this.api.metricServerError(), ...expected },
      period: ALARM_PERIOD,
    });
    impactAlarm(this, "ServerErrors", {
      metric,
      threshold: MAX_ERROR_PERCENT,
      symptom: `More than ${MAX_ERROR_PERCENT} % of the API's answers are server errors`,
      impact: "callers cannot queue notifications or manage their accounts",
    });
  }
}

/**
 * Says whether a function's 5xx answers may be refusals. Nobody waits for the answers to the provider's webhook, so all
 * its failures count.
 */
const refusesWith5xx = ({ definition: { trigger } }: HeraldFunction): boolean =>
  trigger.kind === "routes" &&
  routes.some(
    ({ group, auth, refusals }) =>
      group === trigger.group && auth.length > 0 && refusals.some((code) => STATUS_OF[code] >= 500),
  );

/**
 * Gives the ARN of a log group in the form in which API Gateway stores it. The group's own ARN ends in `:*`, and drift
 * detection would report the difference.
 */
const destinationOf = (log: LogGroup): IAccessLogDestination => ({
  bind: () => ({
    destinationArn: Stack.of(log).formatArn({
      service: "logs",
      resource: "log-group",
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  }),
});
