import { setTimeout as pause } from "node:timers/promises";
import type { AwsCall, AwsRequest } from "../doctor/aws-call.ts";
import { messageIn } from "../doctor/aws-questions.ts";
import { listedMembers, nextToken } from "../doctor/listed-members.ts";

export interface AwsLogsOptions {
  readonly region: string;
  /** The next call waits this long after a throttled one. The pause grows with every retry. */
  readonly pauseMs: number;
}

const CALL_MS = 10_000;
const MAX_TRIES = 5;
const MAX_PAGES = 20;
const THROTTLED = /Throttling|LimitExceeded|TooManyRequests|ServiceUnavailable/;

/** Makes the calls that searching a stage's logs needs. Each throws AWS's own message. */
export interface AwsLogs {
  logGroups(stack: string): Promise<readonly string[]>;
  /** Calls an operation of CloudWatch Logs and returns its JSON. */
  call(operation: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export function awsLogs(aws: AwsCall, { region, pauseMs }: AwsLogsOptions): AwsLogs {
  const patiently = async (request: AwsRequest): Promise<string> => {
    for (let tries = 1; ; tries++) {
      const { status, text } = await aws(request, AbortSignal.timeout(CALL_MS));
      if (status === 200) return text;
      if (tries === MAX_TRIES || !THROTTLED.test(text)) throw new Error(`AWS says: ${messageIn(text)}`);
      await pause(pauseMs * tries);
    }
  };
  const ask = (service: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> =>
    patiently({ service, region, host: `${service}.${region}.amazonaws.com`, headers, body });
  const resourcesOf = (stack: string, from: Readonly<Record<string, string>>): Promise<string> => {
    const asked = { Action: "ListStackResources", StackName: stack, Version: "2010-05-15", ...from };
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return ask("cloudformation", headers, new URLSearchParams(asked).toString());
  };
  return {
    async logGroups(stack) {
      const names: string[] = [];
      let from: Readonly<Record<string, string>> | undefined = {};
      for (let page = 0; page < MAX_PAGES && from !== undefined; page++) {
        const text = await resourcesOf(stack, from);
        names.push(...logGroupsIn(text));
        const token = nextToken(text);
        from = token === undefined ? undefined : { NextToken: token };
      }
      return names;
    },
    async call(operation, parameters) {
      const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": `Logs_20140328.${operation}` };
      const answer: unknown = JSON.parse(await ask("logs", headers, JSON.stringify(parameters)));
      return answer;
    },
  };
}

const logGroupsIn = (xml: string): string[] =>
  listedMembers(xml).flatMap(({ ResourceType, PhysicalResourceId = "" }) =>
    ResourceType === "AWS::Logs::LogGroup" && PhysicalResourceId !== "" ? [PhysicalResourceId] : [],
  );
