import { readSettings } from "../../../lib/cloud/settings.ts";
import type { AwsAnswer, AwsCall, AwsRequest } from "../../../ops/doctor/aws-call.ts";
import { runChecks } from "../../../ops/doctor/check.ts";
import { cloudChecks } from "../../../ops/doctor/cloud-checks.ts";
import { contextOfCdkJson } from "../../../ops/synthesis/cdk-context.ts";
import { VARIANTS } from "../stacks/variants.ts";
import type { Asked } from "./questions.ts";
import { at, EVERYTHING } from "./stages.ts";

/** Maps paths to IAM's actions, for calls whose request does not name the action. */
const BY_PATH: readonly (readonly [RegExp, string])[] = [
  [/^\/2016-08-19\/account-settings\//, "lambda:GetAccountSettings"],
  [/^\/2025-03-07\/web-account-settings/, "lambda:GetWebAccountSettings"],
  [/^\/2020-05-31\/public-key\//, "cloudfront:GetPublicKey"],
  [/^\/2020-05-31\/distribution\?/, "cloudfront:ListDistributions"],
  [/^\/2020-05-31\/response-headers-policy\?/, "cloudfront:ListResponseHeadersPolicies"],
  [/^\/v1\/whatsapp\/waba\/list$/, "social-messaging:ListLinkedWhatsAppBusinessAccounts"],
];

const formOf = ({ body = "" }: AwsRequest): URLSearchParams => new URLSearchParams(body);

function actionOf(request: AwsRequest): string {
  const { service, headers = {}, path = "/" } = request;
  const target = headers["x-amz-target"]?.split(".")[1] ?? formOf(request).get("Action");
  if (target) return `${service}:${target}`;
  const [, known] = BY_PATH.find(([pattern]) => pattern.test(path)) ?? [];
  return known ?? `unknown:${service}${path}`;
}

function resourceOf(request: AwsRequest): string {
  const form = formOf(request);
  if (request.service === "ssm") return at(`ssm::parameter${JSON.parse(request.body ?? "{}").Name}`);
  if (request.service === "cloudformation") return at(`cloudformation::stack/${form.get("StackName")}/1`);
  if (request.service === "iam") return `arn:aws:iam::123456789012:role/${form.get("RoleName")}`;
  return "*";
}

const item = (fields: Readonly<Record<string, string>>): string =>
  `<item>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</item>`;
const ROUTE = item({ destinationCidrBlock: "0.0.0.0/0", natGatewayId: "nat-1", state: "active" });
const OUTPUTS = { ChatTopicArn: at("sns::chat"), ChatTopicEndpoint: "https://d1.cloudfront.net/webhooks" };
const output = ([name, value]: readonly [string, string]): string =>
  `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`;

/**
 * These answers of an account make the doctor ask further questions. The account has no quotas of its own, so that the
 * doctor reads the defaults.
 */
const ANSWERS: Readonly<Record<string, AwsAnswer>> = {
  "servicequotas:GetServiceQuota": { status: 400, text: "NoSuchResourceException" },
  "servicequotas:GetAWSDefaultServiceQuota": {
    status: 200,
    text: JSON.stringify({ Quota: { QuotaName: "Enough", Value: 1000 } }),
  },
  "ssm:GetParameter": { status: 200, text: JSON.stringify({ Parameter: { Value: "30" } }) },
  "cloudformation:DescribeStacks": { status: 200, text: Object.entries(OUTPUTS).map(output).join("") },
  "ec2:DescribeRouteTables": {
    status: 200,
    text: `<DescribeRouteTablesResponse><routeTableSet>${item({
      routeTableId: "rtb-1",
      routeSet: ROUTE,
      associationSet: item({ main: "true" }),
    })}</routeTableSet></DescribeRouteTablesResponse>`,
  },
  "ec2:DescribeVpcEndpoints": {
    status: 200,
    text: "<DescribeVpcEndpointsResponse><requestId>1</requestId></DescribeVpcEndpointsResponse>",
  },
};

const EVERY_CHECK = {
  ...EVERYTHING,
  securityGroupIds: VARIANTS.ownGroups.securityGroupIds,
  chatTopicArn: at("sns::chat"),
  alarmTopicArn: at("sns::on-call"),
};

/**
 * Returns the calls of `npm run doctor` for a stage with everything, except the call for its own identity, which needs
 * no right.
 */
export async function doctorCalls(): Promise<readonly Asked[]> {
  const asked: AwsRequest[] = [];
  const aws: AwsCall = async (request) => {
    asked.push(request);
    return ANSWERS[actionOf(request)] ?? { status: 200, text: "{}" };
  };
  const context: Record<string, unknown> = { ...contextOfCdkJson(), ...EVERY_CHECK };
  const settings = readSettings({ tryGetContext: (key: string) => context[key] });
  const ask = async () => ({ status: 200, json: async () => ({}), text: async () => "" });
  await runChecks(cloudChecks({ settings, region: "eu-central-1", aws, ask }));
  return asked
    .map((one) => ({ action: actionOf(one), resource: resourceOf(one), context: {} }))
    .filter(({ action }) => action !== "sts:GetCallerIdentity");
}
