import { tableRecovery } from "../local/aws/table/table-recovery.ts";
import type { Distribution } from "./http/distribution.ts";
import { type Account, accountOf } from "./iam/account.ts";
import { type Statement, statementsIn } from "./iam/policy.ts";
import type { Instruments } from "./instruments.ts";
import type { StreamSources } from "./lambda/stream-sources.ts";
import { startInternet } from "./network/internet.ts";
import { openPlatform } from "./open-platform.ts";
import { type Command, commands, type OperatorPolicies, operatorOf } from "./operator.ts";
import { deploy } from "./resources/deploy.ts";
import type { Deployment } from "./resources/deployed.ts";
import { openAuthority, type StandIns, startStandIns, writeAuthority } from "./stand-ins.ts";
import { TableControl } from "./tables/table-control.ts";
import type { Assembly } from "./template/assembly.ts";
import { chatTopic, topicObserver } from "./topic.ts";
import type { Undo } from "./undo.ts";

export interface CloudOptions {
  /** This folder is for the engines and the log of functions. */
  readonly folder: string;
  /** The settings contain this address of the identity provider. */
  readonly issuer: string;
  /** The token endpoint of the identity provider has this origin. */
  readonly tokenOrigin: string;
  readonly keySecret: Buffer;
  /** The same policies as in `RehearsalOptions`. */
  readonly operatorPolicies?: OperatorPolicies;
  readonly assembly: Assembly;
  readonly undo: Undo;
  readonly instruments: Instruments;
  readonly onProblem: (what: string) => void;
}

const OPERATOR = "Operator";

export type RehearsedCloud = Awaited<ReturnType<typeof openCloud>>;

/** Starts the engines with the deployment's resources, AWS's addresses, and the local world. */
export async function openCloud(options: CloudOptions) {
  const { folder, issuer, tokenOrigin, keySecret, assembly, undo, instruments, onProblem } = options;
  const deployment = deploy(assembly);
  const { account: accountId, region } = assembly.stacks[0] ?? { account: "", region: "" };
  const operatorRoles = rolesOf(accountId);
  const account = accountOf(deployment, policiesOf(operatorRoles, options));
  const topicArn = chatTopic(deployment).topic?.ref ?? "";
  const front: Front = { url: undefined, domainNames: [] };
  askToPublish(account, accountId, topicArn);
  const authority = await openAuthority(folder);
  const internet = await startInternet(authority);
  undo.push(() => internet.close());
  const started: { standIns?: StandIns } = {};
  const queueUrl = (name: string): string => started.standIns?.queues.queueUrl(name) ?? "";
  const { put } = instruments.metrics;
  const standIns = await startStandIns({
    topicObserver: topicObserver({ deployment, account, put, queueUrl, onProblem }),
    now: instruments.clock.now,
    ...{ folder, deployment, authority, region, topicArn, issuer, tokenOrigin, undo },
    webhookUrl: () => subscribedUrl(deployment, front),
    panelOrigins: () => (front.url === undefined ? [] : [front.url]),
  });
  started.standIns = standIns;
  const authorityFile = writeAuthority(folder, authority);
  const tableControl = new TableControl({
    deployment,
    ...recoverable(standIns),
    place: { account: accountId, region },
  });
  const late: { streams?: StreamSources } = {};
  const { platform, sessions } = openPlatform({
    ...{ tableControl, mappings: () => late.streams },
    ...{ folder, deployment, account, accountId, region, internet, standIns, issuer, tokenOrigin },
    ...{ keySecret, authorityFile },
    ...{ faults: instruments.faults, onLine: instruments.onLine },
  });
  const operator = operatorOf({
    ...{ folder, deployment, region },
    sessions: new Map([...operatorRoles].map(([name, role]) => [name, sessions.open(role, OPERATOR)])),
    preload: platform.preload({ isInNetwork: false }),
  });
  const opened = { deployment, account, accountId, region, internet, standIns, topicArn, platform, front };
  const changing = { tableControl, late };
  return { ...opened, ...changing, operator, operatorRoles };
}

/** The provider publishes its events to the topic. A missing permission appears in the report. */
function askToPublish(account: Account, accountId: string, topicArn: string): void {
  const publisher = { service: "social-messaging.amazonaws.com" };
  const from = { "aws:sourceaccount": accountId, "aws:securetransport": "true" };
  account.ask({ caller: publisher, action: "sns:Publish", resource: topicArn, context: from });
}

const recoverable = ({ tables: { endpoint } }: StandIns) => ({ endpoint, recovery: tableRecovery(endpoint) });

/** Maps each command to the role of its operator. */
const rolesOf = (accountId: string): ReadonlyMap<Command, string> =>
  new Map(commands.map((name) => [name, `arn:aws:iam::${accountId}:role/${OPERATOR}-${name}`]));

const policiesOf = (
  roles: ReadonlyMap<Command, string>,
  { operatorPolicies = {} }: CloudOptions,
): ReadonlyMap<string, Statement[]> =>
  new Map(
    [...roles].map(([name, role]) => {
      const policy = operatorPolicies[name];
      return [role, policy === undefined ? [] : statementsIn(policy, OPERATOR)];
    }),
  );

interface Front {
  readonly url: string | undefined;
  readonly domainNames: Distribution["domainNames"];
}

/** Returns the address at the front door that the subscription names, or undefined while the front door is closed. */
function subscribedUrl(deployment: Deployment, { url, domainNames }: Front): string | undefined {
  const { subscription } = chatTopic(deployment);
  if (url === undefined || subscription === undefined) return undefined;
  const endpoint = new URL(String(subscription.properties.Endpoint));
  if (!domainNames.includes(endpoint.host))
    throw new Error(`the topic's subscription leads to ${endpoint.host}, which is not the front door`);
  return `${url}${endpoint.pathname}`;
}
