import type { AwsAnswer, AwsCall } from "../../doctor/aws-call.ts";
import { messageIn } from "../../doctor/aws-questions.ts";
import { listedMembers, type Member, nextToken } from "../../doctor/listed-members.ts";

/** Calls the services of one region. Every call has a time limit. */
export interface AwsAt {
  readonly region: string;
  /** Calls a service of the query protocol. Throws an `AwsRefusal` unless it succeeds. */
  query(service: string, parameters: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** Calls a service of the JSON protocol and returns the parsed answer. Throws an `AwsRefusal` unless it succeeds. */
  json(service: JsonService, operation: string, input: object, signal: AbortSignal): Promise<unknown>;
}

export class AwsRefusal extends Error {
  override readonly name = "AwsRefusal";
}

const REQUEST_MS = 30_000;
const MAX_PAGES = 100;
const FORM = "application/x-www-form-urlencoded";

const JSON_SERVICES = {
  "cognito-idp": { target: "AWSCognitoIdentityProviderService", version: "1.1" },
  dynamodb: { target: "DynamoDB_20120810", version: "1.0" },
  kms: { target: "TrentService", version: "1.1" },
  logs: { target: "Logs_20140328", version: "1.1" },
} as const;
export type JsonService = keyof typeof JSON_SERVICES;

/** Creates the access to a region. CloudWatch signs and answers under the name `monitoring`. */
export function awsAt(aws: AwsCall, region: string): AwsAt {
  const call = async (service: string, headers: Record<string, string>, body: string, signal: AbortSignal) => {
    const host = `${service}.${region}.amazonaws.com`;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    return aws({ service, region, host, headers, body }, limited);
  };
  return {
    region,
    query: async (service, parameters, signal) => {
      const body = new URLSearchParams(parameters).toString();
      return textOf(`${service} ${parameters.Action}`, await call(service, { "content-type": FORM }, body, signal));
    },
    json: async (service, operation, input, signal) => {
      const { target, version } = JSON_SERVICES[service];
      const headers = {
        "content-type": `application/x-amz-json-${version}`,
        "x-amz-target": `${target}.${operation}`,
      };
      const answer = await call(service, headers, JSON.stringify(input), signal);
      const text = textOf(`${service} ${operation}`, answer);
      const value: unknown = text === "" ? {} : JSON.parse(text);
      return value;
    },
  };
}

function textOf(what: string, { status, text }: AwsAnswer): string {
  if (status < 200 || status > 299) throw new AwsRefusal(`${what}: ${messageIn(text)}`);
  return text;
}

/** Reads all pages of a list of the query protocol. */
export async function allMembers(
  aws: AwsAt,
  service: string,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Member[]> {
  const found: Member[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const from = token === undefined ? parameters : { ...parameters, NextToken: token };
    const text = await aws.query(service, from, signal);
    found.push(...listedMembers(text));
    token = nextToken(text);
    if (token === undefined) return found;
  }
  throw new Error(`${service} ${parameters.Action} has more than ${MAX_PAGES} pages`);
}
