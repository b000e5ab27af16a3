import type { Deployment } from "../resources/deployed.ts";
import { ofType } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import type { Account } from "./account.ts";
import type { Question } from "./evaluate.ts";

export interface CallCount {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  readonly times: number;
}

export interface RightsReport {
  readonly allowed: readonly CallCount[];
  readonly denied: readonly CallCount[];
  /** Lists statements of functions' roles that allowed no call, as `policy/statement`. */
  readonly unused: readonly string[];
}

/** These actions stay unused here. In the cloud Lambda itself calls the log service. */
const BY_LAMBDA = /^logs:/;

/** Reports the calls that were allowed and denied, and the unused statements. */
export function rightsReport(deployment: Deployment, account: Account): RightsReport {
  const nameOf = callerNames(deployment);
  const allowed = new Map<string, CallCount>();
  const denied = new Map<string, CallCount>();
  for (const { question, decision } of account.decisions)
    count(decision.isAllowed ? allowed : denied, question, nameOf);
  return {
    allowed: [...allowed.values()],
    denied: [...denied.values()],
    unused: unusedStatements(deployment, account),
  };
}

function count(
  into: Map<string, CallCount>,
  { caller: asking, action, resource: named }: Question,
  nameOf: (arn: string) => string,
): void {
  const caller = "role" in asking ? nameOf(asking.role) : asking.service;
  const resource = withoutKeys(named);
  const key = `${caller} ${action} ${resource}`;
  into.set(key, { caller, action, resource, times: (into.get(key)?.times ?? 0) + 1 });
}

/** Returns the actions in a role's statements that allowed no call. */
export function unusedActions(account: Account, role: string): string[] {
  const asked = account.decisions.filter(({ question: { caller } }) => "role" in caller && caller.role === role);
  const used = new Set(asked.map(({ question, decision }) => (decision.isAllowed ? question.action : "")));
  return account.statementsOf(role).flatMap(({ actions }) => actions.filter((action) => !used.has(action)));
}

function unusedStatements(deployment: Deployment, account: Account): string[] {
  const used = new Set(account.decisions.flatMap(({ decision }) => (decision.isAllowed ? decision.by : [])));
  const roles = new Set(hostedRoles(deployment));
  return [...roles].flatMap((role) =>
    account
      .statementsOf(role)
      .filter(
        (one) => one.effect === "Allow" && !used.has(one) && !one.actions.every((action) => BY_LAMBDA.test(action)),
      )
      .map(({ name }) => name),
  );
}

/** Returns a function that names a caller by the id of its role in the template. */
function callerNames(deployment: Deployment): (arn: string) => string {
  const names = new Map(
    ofType(deployment, "AWS::IAM::Role").map(({ attributes, logicalId }) => [attributes.Arn, logicalId]),
  );
  return (arn) => names.get(arn) ?? arn;
}

/** Returns the roles of the functions that run here. The functions of custom resources do not run. */
const hostedRoles = (deployment: Deployment): string[] =>
  ofType(deployment, "AWS::Lambda::Function", "AWS::Lambda::WebFunctionRevision")
    .filter(
      ({ attributes }) =>
        !deployment.resources.some(
          ({ properties }) => properties.ServiceToken !== undefined && properties.ServiceToken === attributes.Arn,
        ),
    )
    .map(roleOf);

function roleOf({ properties }: { readonly properties: Readonly<Record<string, unknown>> }): string {
  const { Role, ServiceConfig } = properties;
  return isRecord(ServiceConfig) ? String(ServiceConfig.ExecutionRoleArn) : String(Role);
}

/** Replaces the key of an object by its first folder, because every key is different. */
const withoutKeys = (resource: string): string => resource.replace(/^(arn:aws:s3:::[^/]+\/[^/]*)\/.*$/s, "$1/*");
