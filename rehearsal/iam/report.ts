import type { Deployment } from "../resources/deployed.ts";
import { ofType } from "../resources/deployed.ts";
import type { Account } from "./account.ts";

export interface CallCount {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  readonly times: number;
}

export interface RightsReport {
  readonly allowed: readonly CallCount[];
  readonly denied: readonly CallCount[];
  /** Statements of functions' roles that allowed no call, as `role: statement`. */
  readonly unused: readonly string[];
}

/** Nothing calls the log service here: Lambda itself does in the cloud. */
const BY_LAMBDA = /^logs:/;

/** What was asked for, what was refused, and what nobody needed. */
export function rightsReport(deployment: Deployment, account: Account): RightsReport {
  const counts = { allowed: new Map<string, CallCount>(), denied: new Map<string, CallCount>() };
  const used = new Set<string>();
  for (const { question, decision } of account.decisions) {
    const caller = "role" in question.caller ? (question.caller.role.split("/").at(-1) ?? "") : question.caller.service;
    const resource = withoutKeys(question.resource);
    const key = `${caller} ${question.action} ${resource}`;
    const into = decision.isAllowed ? counts.allowed : counts.denied;
    into.set(key, { caller, action: question.action, resource, times: (into.get(key)?.times ?? 0) + 1 });
    if (decision.isAllowed) for (const { name } of decision.by) used.add(`${caller}: ${name}`);
  }
  const roles = new Set(
    ofType(deployment, "AWS::Lambda::Function", "AWS::Lambda::WebFunctionRevision").map(roleOf),
  );
  const unused = [...roles].flatMap((role) =>
    account
      .statementsOf(role)
      .filter(({ actions }) => !actions.every((action) => BY_LAMBDA.test(action)))
      .map(({ name }) => `${role.split("/").at(-1)}: ${name}`)
      .filter((name) => !used.has(name)),
  );
  return { allowed: [...counts.allowed.values()], denied: [...counts.denied.values()], unused: [...new Set(unused)] };
}

function roleOf({ properties }: { readonly properties: Readonly<Record<string, unknown>> }): string {
  const { Role, ServiceConfig } = properties;
  if (typeof Role === "string") return Role;
  const config: unknown = ServiceConfig;
  return typeof config === "object" && config !== null && "ExecutionRoleArn" in config ? String(config.ExecutionRoleArn) : "";
}

/** Objects of a bucket by their first folder: every key is another. */
const withoutKeys = (resource: string): string => resource.replace(/^(arn:aws:s3:::[^/]+\/[^/]*)\/.*$/s, "$1/*");
