import { hasUploadFunction } from "../../lib/cloud/edge-settings.ts";
import type { Settings } from "../../lib/cloud/settings.ts";
import { functions, webFunctions } from "../../lib/functions.ts";
import { gatewayRoutes } from "../../lib/gateway-routes.ts";
import { tables } from "../../lib/tables.ts";

/** Describes how much of something an account may have, and how much of it a stage needs. */
export interface Quota {
  readonly name: string;
  /**
   * These codes are those of Service Quotas as AWS publishes them (AWS General Reference, "Service endpoints and
   * quotas").
   */
  readonly service: string;
  readonly code: `L-${string}`;
  readonly needs: number;
  /** The service has no regions, so us-east-1 answers for it. */
  readonly isGlobal?: true;
  /** The quota is so small that the usage of the account's other stages must be counted. */
  readonly isShared?: true;
  /** With less than the needed quota the deployment works, but is slower than its own limits promise. */
  readonly isPace?: true;
}

/** The panel's pages need one header policy, and everything else except media needs the other. */
const HEADER_POLICIES = 2;
/** The edge waits longest for an upload (`lib/cloud/constructs/edge.ts`). */
const LONGEST_WAIT_SECONDS = 110;
/** From acceptance to its end, one notification would need this many writes if all of them were in one table. */
const WRITE_UNITS_PER_NOTIFICATION = 10;
/**
 * The CDK's functions that copy files have these numbers of roles: one for the panel, and two more with a web function.
 */
const CDK_ROLES = { panel: 1, webFunction: 2 } as const;

/**
 * Returns the quotas that a stage could reach. SQS has no quota of this kind, and a quota without a published code
 * cannot be queried.
 */
export function quotasOf(settings: Settings): readonly Quota[] {
  return [...cloudFront(settings), ...dynamo(settings), ...gateway(settings), ...account(settings)];
}

const cloudFront = ({ media }: Settings): readonly Quota[] => {
  const kept = media === undefined ? 0 : 1;
  const quota = { service: "cloudfront", isGlobal: true } as const;
  return [
    { ...quota, name: "CloudFront distributions", code: "L-24B04930", needs: 1 },
    { ...quota, name: "CloudFront header policies", code: "L-CF0D4FC5", needs: HEADER_POLICIES + kept, isShared: true },
    ...(media ? [{ ...quota, name: "CloudFront cache policies", code: "L-7D134442" as const, needs: 1 }] : []),
    { ...quota, name: "CloudFront wait in s", code: "L-AECE9FA7", needs: LONGEST_WAIT_SECONDS },
  ];
};

const dynamo = ({ gatewayRequestsPerSecond }: Settings): readonly Quota[] => {
  const writes = gatewayRequestsPerSecond * WRITE_UNITS_PER_NOTIFICATION;
  return [
    { name: "DynamoDB tables", service: "dynamodb", code: "L-F98FE922", needs: tables.length },
    { name: "DynamoDB writes per table", service: "dynamodb", code: "L-AB614373", needs: writes, isPace: true },
  ];
};

const gateway = ({ gatewayRequestsPerSecond }: Settings): readonly Quota[] => {
  const requests = { service: "apigateway", code: "L-8A5B8E43", needs: gatewayRequestsPerSecond } as const;
  return [
    { name: "API Gateway requests per s", ...requests, isPace: true },
    // The last route is `$default`, which takes all other requests.
    { name: "API Gateway routes", service: "apigateway", code: "L-65B5C802", needs: gatewayRoutes.length + 1 },
  ];
};

function account(settings: Settings): readonly Quota[] {
  const { isCanary, chatTopicArn } = settings;
  const servers = hasUploadFunction(settings) ? webFunctions.length + CDK_ROLES.webFunction : 0;
  const roles = functions.length + servers + CDK_ROLES.panel + (isCanary ? 1 : 0);
  return [
    { name: "IAM roles", service: "iam", code: "L-FE177D64", needs: roles, isGlobal: true },
    { name: "KMS keys", service: "kms", code: "L-C2F1777E", needs: 1 },
    ...(chatTopicArn ? [] : [{ name: "SNS topics", service: "sns", code: "L-61103206" as const, needs: 1 }]),
  ];
}
