import type { AwsAnswer, AwsCall } from "./aws-call.ts";
import { messageIn } from "./aws-questions.ts";
import { listedMembers, type Member, nextToken } from "./listed-members.ts";

export type Found<T> = { readonly found: T } | { readonly refusal: string };

/** Asks about resources that are already deployed. All questions only read. */
export interface DeploymentQuestions {
  stackOutputs(stack: string, signal: AbortSignal): Promise<Found<Readonly<Record<string, string>>>>;
  /** Returns the subscriptions of a topic with SNS's field names, at most 1000. */
  subscriptions(topicArn: string, signal: AbortSignal): Promise<Found<readonly Member[]>>;
  /** Returns the ARNs of a role's managed policies. IAM allows so few that one page suffices. */
  attachedPolicies(role: string, signal: AbortSignal): Promise<Found<readonly string[]>>;
}

type Ask = (parameters: Readonly<Record<string, string>>) => Promise<AwsAnswer>;

/** These services document only XML answers for requests of this type. */
const FORM = { "content-type": "application/x-www-form-urlencoded" } as const;
const MAX_PAGES = 10;

export function deploymentQuestions(aws: AwsCall, region: string): DeploymentQuestions {
  const asking = (service: string, where: string, signal: AbortSignal): Ask => {
    const at = { service, region: where, host: `${service}.${where}.amazonaws.com`, headers: FORM };
    return (parameters) => aws({ ...at, body: new URLSearchParams(parameters).toString() }, signal);
  };
  const identities = (signal: AbortSignal): Ask => {
    const at = { service: "iam", region: "us-east-1", host: "iam.amazonaws.com", headers: FORM };
    return (parameters) => aws({ ...at, body: new URLSearchParams(parameters).toString() }, signal);
  };
  return {
    stackOutputs: (stack, signal) => outputsOf(stack, asking("cloudformation", region, signal)),
    subscriptions: (arn, signal) => subscriptionsOf(arn, asking("sns", arn.split(":")[3] ?? region, signal)),
    attachedPolicies: (role, signal) => policiesOf(role, identities(signal)),
  };
}

async function outputsOf(stack: string, ask: Ask): Promise<Found<Readonly<Record<string, string>>>> {
  const { status, text } = await ask({ Action: "DescribeStacks", StackName: stack, Version: "2010-05-15" });
  if (status !== 200) return { refusal: messageIn(text) };
  const outputs = listedMembers(text).flatMap(({ OutputKey, OutputValue = "" }) =>
    OutputKey === undefined ? [] : [[OutputKey, OutputValue] as const],
  );
  return { found: Object.fromEntries(outputs) };
}

async function policiesOf(RoleName: string, ask: Ask): Promise<Found<readonly string[]>> {
  const { status, text } = await ask({ Action: "ListAttachedRolePolicies", RoleName, Version: "2010-05-08" });
  if (status !== 200) return { refusal: messageIn(text) };
  return { found: listedMembers(text).flatMap(({ PolicyArn }) => PolicyArn ?? []) };
}

async function subscriptionsOf(topicArn: string, ask: Ask): Promise<Found<readonly Member[]>> {
  const found: Member[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = token === undefined ? {} : { NextToken: token };
    const asked = { Action: "ListSubscriptionsByTopic", TopicArn: topicArn, Version: "2010-03-31", ...from };
    const { status, text } = await ask(asked);
    if (status !== 200) return { refusal: messageIn(text) };
    found.push(...listedMembers(text));
    token = nextToken(text);
    if (token === undefined) break;
  }
  return { found };
}
