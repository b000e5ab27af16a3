import * as z from "zod";
import type { Settings } from "../cloud/settings.ts";
import type { AwsCall } from "./aws-call.ts";
import { type AwsQuestions, awsQuestions, messageIn } from "./aws-questions.ts";
import { type Check, failed, ok, skipped, warning } from "./check.ts";
import { type Ask, identityProvider } from "./web-checks.ts";

export interface CloudChecksProps {
  readonly settings: Settings;
  /** Where the stacks go; undefined when neither the settings nor the environment say. */
  readonly region: string | undefined;
  /** Undefined: no credentials were found, and what needs them is skipped. */
  readonly aws: AwsCall | undefined;
  readonly ask: Ask;
}

/** Lambda's default, below which new accounts start. */
const ENOUGH_CONCURRENCY = 1000;
/** The delivery worker alone takes 50 (`lib/functions.ts`). */
const LEAST_CONCURRENCY = 100;
/** What the pinned CDK asks of an account. */
const BOOTSTRAP_VERSION = 6;

/** Everything that a deployment needs of its surroundings. */
export function cloudChecks({ settings, region, aws, ask }: CloudChecksProps): readonly Check[] {
  const issuer = identityProvider(settings.oidcIssuer, ask);
  if (aws === undefined || region === undefined) return [noAccount(aws === undefined), issuer];
  const questions = awsQuestions(aws, region);
  return [
    account(settings, questions),
    bootstrap(questions),
    concurrency(questions),
    issuer,
    ...named(settings, questions),
    uploadServer(settings, ask),
  ];
}

const noAccount = (isWithoutCredentials: boolean): Check => ({
  name: "account",
  look: async () =>
    isWithoutCredentials
      ? failed("AWS credentials are missing", "aws configure sso, or set AWS_PROFILE; then run this again")
      : failed("no region is set", "set region in config/<stage>.ts, or AWS_REGION"),
});

const account = ({ account: wanted, region: at }: Settings, { caller, region }: AwsQuestions): Check => ({
  name: "account and region",
  look: async (signal) => {
    const found = await caller(signal);
    if (found === undefined)
      return failed(`the credentials are refused in ${region}`, "sign in again, and enable the region in the account");
    if (wanted !== undefined && wanted !== found)
      return failed(
        `credentials of ${found}, settings of ${wanted}`,
        "take the other credentials, or mend config/<stage>.ts",
      );
    if (at !== undefined && at !== region) return failed(`settings say ${at}`, `it is ${region} that was asked`);
    return ok(`${found} in ${region}`);
  },
});

const bootstrap = ({ parameter, region }: AwsQuestions): Check => ({
  name: "CDK bootstrap",
  look: async (signal) => {
    const version = Number(await parameter("/cdk-bootstrap/hnb659fds/version", signal));
    if (version >= BOOTSTRAP_VERSION) return ok(`version ${version}`);
    return failed(version ? `version ${version}` : `${region} has none`, `npx cdk bootstrap aws://<account>/${region}`);
  },
});

const concurrency = ({ concurrentExecutions }: AwsQuestions): Check => ({
  name: "Lambda concurrency",
  look: async (signal) => {
    const limit = await concurrentExecutions(signal);
    const advice = "raise the quota L-B99A9384 (concurrent executions) in Service Quotas";
    if (limit === undefined) return skipped("it cannot be read with these credentials", "lambda:GetAccountSettings");
    if (limit < LEAST_CONCURRENCY)
      return failed(`${limit}: deliveries and callers would stand in each other's way`, advice);
    return limit < ENOUGH_CONCURRENCY ? warning(`${limit}, a new account's`, advice) : ok(String(limit));
  },
});

/** Those that the settings name, and nothing for what they do not. */
function named(settings: Settings, questions: AwsQuestions): readonly Check[] {
  const { alarmTopicArn, chatTopicArn, certificateArn, media } = settings;
  return [
    topic("alarm topic", alarmTopicArn, questions) ??
      note("alarm topic", "alarms are seen on the dashboard only", "set alarmTopicArn"),
    topic("chat topic", chatTopicArn, questions) ?? note("chat topic", "the stack makes one of its own"),
    businessAccounts(questions),
    media === undefined
      ? note("media signing key", "this stage keeps no media")
      : signingKey(media.publicKeyId, questions),
    certificateArn === undefined
      ? note("certificate", "the distribution's own name is used")
      : certificate(certificateArn, questions),
  ];
}

const note = (name: string, seen: string, advice?: string): Check => ({
  name,
  look: async () => skipped(seen, advice),
});

function topic(name: string, arn: string | undefined, { topicExists }: AwsQuestions): Check | undefined {
  if (arn === undefined) return undefined;
  return {
    name,
    look: async (signal) => {
      const { status, text } = await topicExists(arn, signal);
      return status === 200 ? ok(arn) : failed(`${arn}: ${messageIn(text)}`, "the topic must exist in this account");
    },
  };
}

const linked = z.looseObject({ linkedAccounts: z.array(z.looseObject({})) });

const LINK = "link one in the console of AWS End User Messaging Social; email works without";

/** Email needs none of it: nothing here keeps a deployment back. */
const businessAccounts = ({ businessAccounts: list, region }: AwsQuestions): Check => ({
  name: "business account",
  look: async (signal) => {
    const answer = await list(signal).catch(() => undefined);
    if (answer === undefined)
      return warning(
        `no End User Messaging Social in ${region}`,
        "for chat take a region that has it; email works without",
      );
    const read = linked.safeParse(answer.status === 200 ? JSON.parse(answer.text) : undefined);
    if (!read.success) return warning(`cannot be listed in ${region}: ${messageIn(answer.text)}`, LINK);
    const count = read.data.linkedAccounts.length;
    return count > 0 ? ok(`${count} linked in ${region}`) : warning(`none is linked in ${region}`, LINK);
  },
});

/** Past the edge it lets nobody in, and says so: that is how it is known. */
function uploadServer({ media, uploadServerDomain: host }: Settings, ask: Ask): Check {
  const name = "upload server";
  if (media === undefined) return note(name, "this stage keeps no media");
  if (host === undefined)
    return note(
      name,
      "a Lambda Web Function: whether the region has them cannot be asked",
      "see AWS's list of regions; where there are none, run it as a container (docs/deploy.md)",
    );
  return {
    name,
    look: async (signal) => {
      const { status } = await ask(`https://${host}/`, { signal });
      return status === 403
        ? ok(`${host} lets nobody in past the edge`)
        : failed(
            `${host} answers ${status} instead of 403`,
            "give it the environment of an API function, ORIGIN_SECRETS too",
          );
    },
  };
}

const signingKey = (id: string, { publicKey }: AwsQuestions): Check => ({
  name: "media signing key",
  look: async (signal) => {
    const { status, text } = await publicKey(id, signal);
    return status === 200
      ? ok(`${id} is a public key in CloudFront`)
      : failed(`${id}: ${messageIn(text)}`, "upload the public key, and set mediaPublicKeyId (docs/media.md)");
  },
});

const certificate = (arn: string, { certificateStatus }: AwsQuestions): Check => ({
  name: "certificate",
  look: async (signal) => {
    const found = await certificateStatus(arn, signal);
    return found === "ISSUED"
      ? ok("issued")
      : failed(found ?? "it cannot be found", "request it in us-east-1 and validate it by DNS before the deployment");
  },
});
