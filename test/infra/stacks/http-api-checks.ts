import { existsSync } from "node:fs";
import { Match, type Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { functions, webFunctions } from "../../../lib/functions.ts";
import { BELOW } from "../../../lib/gateway-routes.ts";
import { router } from "../../../shared/edge/router.ts";
import { routes as allRoutes } from "../../../shared/routes.ts";
import { functionIn, resourcesOf, synthesise } from "./synthesise.ts";

/** The gateway has no routes for plain servers, because their bodies are larger than it accepts. */
const routes = allRoutes.filter(({ group }) => webFunctions.every((one) => one.group !== group));

const ROOT = new URL("../../../", import.meta.url);
/** The gateway waits no longer than this for a function. */
const MAX_INTEGRATION_SECONDS = 30;

/**
 * Variables of the gateway and their values; every other variable is `-`. The text of an error also exists as a quoted
 * string.
 */
const ANSWERED = { "$context.status": "200", "$context.error.message": "-", "$context.error.messageString": "-" };
const REFUSED_BY_GATEWAY = {
  "$context.status": "503",
  "$context.error.message": "Service Unavailable",
  "$context.error.messageString": '"Service Unavailable"',
};

/** Builds a line as the gateway writes it, with the value of each variable and without escaping. */
const logLine = (format: string, values: Readonly<Record<string, string>>): string =>
  format.replaceAll(/\$context(?:\.[A-Za-z]+)+/g, (name) => values[name] ?? "-");

describe("HTTP API", () => {
  let service: Template;
  beforeAll(() => {
    service = synthesise().service;
  });
  const routeOf = (key: string) =>
    resourcesOf(service, "AWS::ApiGatewayV2::Route").find(([, { Properties }]) => Properties.RouteKey === key)?.[1];
  /** Returns the logical id of the function behind a route. */
  const answers = (key: string): string => {
    const integrationId: string = routeOf(key)?.Properties.Target["Fn::Join"][1].at(-1).Ref;
    return service.findResources("AWS::ApiGatewayV2::Integration")[integrationId]?.Properties.IntegrationUri[
      "Fn::GetAtt"
    ][0];
  };

  /**
   * Returns the key of the route that takes a path, which is the only full match, or else the only route for everything
   * below.
   */
  const keyFor = (path: string): string | undefined => {
    const keys = resourcesOf(service, "AWS::ApiGatewayV2::Route").map(([, { Properties }]) => Properties.RouteKey);
    const isAbove = (key: string) => key.endsWith(BELOW) && `ANY ${path}`.startsWith(key.slice(0, 1 - BELOW.length));
    const above = keys.filter(isAbove);
    expect(above.length).toBeLessThanOrEqual(1);
    return keys.find((key) => key === `ANY ${path}`) ?? above[0];
  };

  it.each(routes)("sends $method $path to the function of its group, whose file is there", ({ path, group }) => {
    expect(answers(keyFor(path) ?? "")).toBe(functionIn(service, group)[0]);
    const entry = functions.find(({ name }) => name === group)?.entry ?? "";
    expect(existsSync(new URL(entry, ROOT))).toBe(true);
  });

  it("sends everything else to the fallback, and the paths of servers too", () => {
    const [fallback] = functionIn(service, functions.find(({ trigger }) => trigger.kind === "fallback")?.name ?? "");
    expect(answers("$default")).toBe(fallback);
    const uploads = allRoutes.filter((one) => !routes.includes(one));
    for (const { path } of uploads) expect(answers(keyFor(path) ?? "$default")).toBe(fallback);
    expect(keyFor("/api/v1/nope") ?? "$default").toBe("$default");
  });

  it("has few routes, whose number does not grow with what a resource can do", () => {
    expect(resourcesOf(service, "AWS::ApiGatewayV2::Route").length).toBeLessThanOrEqual(57);
  });

  it("has no path with routes of two functions, so that each function knows all methods of its paths", () => {
    const { match, methodsOf } = router(allRoutes);
    for (const { path } of allRoutes) {
      const groups = methodsOf(path).map((method) => match(method, path)?.route.group);
      expect([path, new Set(groups).size]).toEqual([path, 1]);
    }
  });

  it("lets our own code answer preflights and judge credentials", () => {
    const [[, { Properties: api }] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::ApiGatewayV2::Api");
    expect(api).toMatchObject({ ProtocolType: "HTTP" });
    expect(api.CorsConfiguration).toBeUndefined();
    expect(resourcesOf(service, "AWS::ApiGatewayV2::Authorizer")).toEqual([]);
    for (const [, { Properties }] of resourcesOf(service, "AWS::ApiGatewayV2::Route")) {
      expect(Properties.AuthorizationType).toBe("NONE");
    }
  });

  it("throttles far above the limiter of the service, whose answers it cannot give", () => {
    service.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      StageName: "$default",
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 },
    });
    expect(resourcesOf(service, "AWS::ApiGatewayV2::Stage")).toHaveLength(1);
  });

  it("logs a line that is JSON for errors of the gateway, too, whose message it has in quotation marks of its own", () => {
    const [[, stage] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::ApiGatewayV2::Stage");
    const format: string = stage.Properties.AccessLogSettings.Format;
    for (const values of [ANSWERED, REFUSED_BY_GATEWAY]) {
      expect(JSON.parse(logLine(format, values))).toMatchObject({
        status: values["$context.status"],
        gatewayError: values["$context.error.message"],
      });
    }
  });

  it("writes to its log by the name that the gateway keeps, so that no drift is found", () => {
    const [[, stage] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::ApiGatewayV2::Stage");
    const destination = stage.Properties.AccessLogSettings.DestinationArn;
    const [[log] = [""]] = resourcesOf(service, "AWS::Logs::LogGroup").filter(([id]) => id.startsWith("HttpAccessLog"));
    // The ARN of a log group ends in `:*`, which the gateway does not store.
    expect(JSON.stringify(destination)).toMatch(new RegExp(`:log-group:",\\{"Ref":"${log}"\\}\\]\\]\\}$`));
  });

  it("logs one JSON line per request, without the caller's address or path", () => {
    const [[, stage] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::ApiGatewayV2::Stage");
    const line: Record<string, string> = JSON.parse(stage.Properties.AccessLogSettings.Format);
    expect(line).toMatchObject({
      requestId: "$context.requestId",
      status: "$context.status",
      route: "$context.routeKey",
    });
    expect(Object.values(line).filter((field) => /sourceIp|userAgent|\.path|authorizer/.test(field))).toEqual([]);
  });

  it("logs to a group of the kind that the region's log policy names once for all stages", () => {
    const [[, stage] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::ApiGatewayV2::Stage");
    const destination = JSON.stringify(stage.Properties.AccessLogSettings.DestinationArn);
    const [logId, log] =
      resourcesOf(service, "AWS::Logs::LogGroup").find(([id]) => destination.includes(`"${id}"`)) ?? [];
    expect(log?.Properties).toMatchObject({ LogGroupName: "/aws/vendedlogs/herald-service-dev/api" });
    expect(logId).toMatch(/^HttpAccessLog/);
  });

  it("waits longer than any of its functions runs", () => {
    const behindGateway = functions.filter(({ trigger }) => trigger.kind === "routes" || trigger.kind === "fallback");
    const slowest = Math.max(...behindGateway.map(({ timeoutSeconds }) => timeoutSeconds));
    expect(slowest).toBeLessThan(MAX_INTEGRATION_SECONDS);
  });

  it("rings when more than one answer in a hundred is a server error", () => {
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      Threshold: 1,
      AlarmDescription: Match.stringLikeRegexp("Meanwhile: callers cannot queue notifications"),
      Metrics: Match.arrayWith([
        Match.objectLike({
          Expression: Match.stringLikeRegexp("^IF\\(requests > 0, 100 \\* \\(failed - .*\\) / requests, 0\\)$"),
        }),
      ]),
    });
    expect(Object.keys(service.findOutputs("ApiUrl"))).toEqual(["ApiUrl"]);
  });
});
