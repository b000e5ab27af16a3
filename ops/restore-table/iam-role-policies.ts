import type { AwsAnswer, AwsCall } from "../doctor/aws-call.ts";
import { messageIn } from "../doctor/aws-questions.ts";
import type { RolePolicies } from "./port.ts";

const CALL_MS = 20_000;
const AT = { service: "iam", region: "us-east-1", host: "iam.amazonaws.com" } as const;
const FORM = { "content-type": "application/x-www-form-urlencoded" } as const;
const VERSION = "2010-05-08";
/** IAM writes a document URL-encoded into its XML (IAM API Reference, "GetRolePolicy"). */
const DOCUMENT = /<PolicyDocument>([^<]*)<\/PolicyDocument>/;

export class IamRolePolicies implements RolePolicies {
  readonly #aws: AwsCall;

  constructor(aws: AwsCall) {
    this.#aws = aws;
  }

  async read(RoleName: string, PolicyName: string): Promise<unknown> {
    const answer = await this.#ask({ Action: "GetRolePolicy", RoleName, PolicyName });
    if (answer.status === 404 && answer.text.includes("NoSuchEntity")) return undefined;
    const [, document] = DOCUMENT.exec(required("GetRolePolicy", answer)) ?? [];
    if (document === undefined) throw new Error(`IAM shows no document of the policy ${PolicyName} of ${RoleName}`);
    return JSON.parse(decodeURIComponent(document));
  }

  async write(RoleName: string, PolicyName: string, document: object): Promise<void> {
    const PolicyDocument = JSON.stringify(document);
    required("PutRolePolicy", await this.#ask({ Action: "PutRolePolicy", RoleName, PolicyName, PolicyDocument }));
  }

  #ask(parameters: Readonly<Record<string, string>>): Promise<AwsAnswer> {
    const body = new URLSearchParams({ ...parameters, Version: VERSION }).toString();
    return this.#aws({ ...AT, headers: FORM, body }, AbortSignal.timeout(CALL_MS));
  }
}

function required(call: string, { status, text }: AwsAnswer): string {
  if (status === 200) return text;
  throw new Error(`IAM answers ${call} with ${status}: ${messageIn(text)}`);
}
