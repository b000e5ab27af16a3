import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import type { Message } from "./message.ts";

export interface Route {
  /** The key is `GET /path/{id}` or `$default`. */
  readonly key: string;
  readonly method: string;
  readonly parts: readonly string[];
  /** The ARN of the function. */
  readonly target: string;
}

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const DEFAULT = "$default";
const PARAMETER = /^\{(.+?)(\+?)\}$/;

export function routesOf(deployment: Deployment): Route[] {
  const integrations = new Map(ofType(deployment, "AWS::ApiGatewayV2::Integration").map((one) => [one.ref, one]));
  return ofType(deployment, "AWS::ApiGatewayV2::Route").map(({ properties, logicalId }) => {
    const integration = integrations.get(String(properties.Target).replace(/^integrations\//, ""));
    if (integration === undefined) throw new Error(`${logicalId} leads to no integration`);
    const key = String(properties.RouteKey);
    const [method = "", path = ""] = key === DEFAULT ? ["ANY", ""] : key.split(" ");
    return { key, method, parts: path.split("/"), target: targetOf(integration) };
  });
}

/** Finds the ARN `arn:…:function:<name>:live`, which may be inside the gateway's own long form. */
function targetOf({ properties }: Deployed): string {
  const uri = String(properties.IntegrationUri);
  return /functions\/(arn:.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}

/**
 * Selects the most specific route: exact parts are preferred to parameters, a method to ANY, and `$default` comes last
 * (API Gateway Developer Guide, "Routing API requests").
 */
export function matchRoute(
  routes: readonly Route[],
  { method, path }: Pick<Message, "method" | "path">,
): RouteMatch | undefined {
  const parts = path.split("/").map(decoded);
  const fitting = routes.flatMap((route) => {
    const pathParameters = route.key === DEFAULT ? {} : parametersIn(route.parts, parts);
    const isMethod = route.method === "ANY" || route.method === method;
    return pathParameters === undefined || !isMethod ? [] : [{ route, pathParameters }];
  });
  return fitting.toSorted((a, b) => (rankOf(a.route) < rankOf(b.route) ? -1 : 1))[0];
}

/** Returns a text whose order is the gateway's order of preference. */
function rankOf({ key, parts, method }: Route): string {
  if (key === DEFAULT) return "9";
  const ranks = parts.map((part) => {
    const [, name, more] = PARAMETER.exec(part) ?? [];
    if (name === undefined) return "0";
    return more === "" ? "1" : "2";
  });
  return `${ranks.join("")}${method === "ANY" ? "1" : "0"}`;
}

/** Returns the values of the pattern's parameters, or undefined if the path does not match. */
function parametersIn(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const last = PARAMETER.exec(pattern.at(-1) ?? "");
  const isGreedy = last?.[2] === "+" && parts.length >= pattern.length;
  const given = isGreedy ? [...parts.slice(0, pattern.length - 1), parts.slice(pattern.length - 1).join("/")] : parts;
  const isFitting = pattern.every((part, i) => (PARAMETER.test(part) ? given[i] : given[i] === part));
  if (given.length !== pattern.length || !isFitting) return undefined;
  const names = pattern.map((part) => PARAMETER.exec(part)?.[1]);
  return Object.fromEntries(names.flatMap((name, i) => (name === undefined ? [] : [[name, given[i] ?? ""]])));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
