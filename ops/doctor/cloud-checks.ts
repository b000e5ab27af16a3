import type { Settings } from "../../lib/cloud/settings.ts";
import type { AwsCall } from "./aws-call.ts";
import { type AwsQuestions, awsQuestions, messageIn } from "./aws-questions.ts";
import { businessAccounts } from "./business-account.ts";
import { chatSubscription } from "./chat-subscription.ts";
import { type Check, failed, note, ok } from "./check.ts";
import { deploymentQuestions } from "./deployment-questions.ts";
import { signingKey, uploadServer } from "./media-checks.ts";
import { networkChecks } from "./network-checks.ts";
import { networkQuestions } from "./network-questions.ts";
import { panelSignIn } from "./panel-sign-in.ts";
import { bootstrap, pipelineRights } from "./pipeline-checks.ts";
import { quotaChecks } from "./quota-checks.ts";
import { verifiedAccount } from "./verified-account.ts";
import { type Ask, identityProvider } from "./web-checks.ts";

export interface CloudChecksProps {
  readonly settings: Settings;
  /** The region of the stacks, or undefined if neither settings nor environment name it. */
  readonly region: string | undefined;
  /** Calls AWS. This is undefined if no credentials were found; checks that need them are then skipped. */
  readonly aws: AwsCall | undefined;
  readonly ask: Ask;
}

/** Returns all checks of what a deployment needs from its environment. */
export function cloudChecks({ settings, region, aws, ask }: CloudChecksProps): readonly Check[] {
  const issuer = [identityProvider(settings.oidcIssuer, ask), panelSignIn(settings, ask)];
  if (aws === undefined || region === undefined) return [noAccount(aws === undefined), ...issuer];
  const questions = awsQuestions(aws, region);
  const deployed = deploymentQuestions(aws, region);
  return [
    account(settings, questions),
    bootstrap(settings, questions, deployed),
    ...pipelineRights(settings, deployed),
    verifiedAccount(questions),
    ...quotaChecks(settings, questions),
    ...issuer,
    ...named(settings, questions),
    ...networkChecks(settings.network, networkQuestions(aws, region)),
    chatSubscription(settings.stage, deployed),
    uploadServer(settings, questions, ask),
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

/** Checks the resources that the settings name, and reports the settings that they leave open. */
function named(settings: Settings, questions: AwsQuestions): readonly Check[] {
  const { alarmTopicArn, chatTopicArn, certificateArn, media } = settings;
  return [
    topic("alarm topic", alarmTopicArn, questions) ??
      note("alarm topic", "alarms are seen on the dashboard only", "set alarmTopicArn"),
    topic("chat topic", chatTopicArn, questions) ?? note("chat topic", "the stack makes one of its own"),
    businessAccounts(chatTopicArn, questions),
    media === undefined
      ? note("media signing key", "this stage keeps no media")
      : signingKey(media.publicKeyId, questions),
    certificateArn === undefined
      ? note("certificate", "the distribution's own name is used")
      : certificate(certificateArn, questions),
  ];
}

/** Checks a topic. The region is compared here because the settings may not name it. */
function topic(name: string, arn: string | undefined, { topicExists, region }: AwsQuestions): Check | undefined {
  if (arn === undefined) return undefined;
  return {
    name,
    look: async (signal) => {
      if (arn.split(":")[3] !== region)
        return failed(`${arn} is not of ${region}`, "take a topic of the stacks' own region");
      const { status, text } = await topicExists(arn, signal);
      return status === 200 ? ok(arn) : failed(`${arn}: ${messageIn(text)}`, "the topic must exist in this account");
    },
  };
}

const certificate = (arn: string, { certificateStatus }: AwsQuestions): Check => ({
  name: "certificate",
  look: async (signal) => {
    const found = await certificateStatus(arn, signal);
    return found === "ISSUED"
      ? ok("issued")
      : failed(found ?? "it cannot be found", "request it in us-east-1 and validate it by DNS before the deployment");
  },
});
