import { boundaryName, type Grant, global, type Place, verbs } from "./names.ts";

const boundaryArn = (place: Place): string => global(place, "iam", `policy/${boundaryName(place)}`);
/** The CDK's functions that copy files need AWS's managed policy. */
const BASIC = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";

const roles = (place: Place): string[] =>
  ["service", "panel"].map((stack) => global(place, "iam", `role/herald-${stack}-*`));

/**
 * Returns CloudFormation's rights for the roles of functions. It can create or change a role only together with the
 * boundary, so that no role can exceed the boundary.
 */
export const roleGrants = (place: Place): readonly Grant[] => {
  const withBoundary = { "iam:PermissionsBoundary": boundaryArn(place) };
  return [
    {
      sid: "RolesWithinBoundary",
      actions: ["iam:CreateRole", "iam:PutRolePermissionsBoundary", "iam:PutRolePolicy", "iam:DeleteRolePolicy"],
      resources: roles(place),
      conditions: { StringEquals: withBoundary },
    },
    {
      sid: "RolesOfTheCdk",
      actions: verbs("iam", "Attach Detach", "RolePolicy"),
      resources: roles(place),
      conditions: { StringEquals: withBoundary, ArnEquals: { "iam:PolicyARN": BASIC } },
    },
    {
      sid: "Roles",
      actions: [
        ...["iam:GetRole", "iam:GetRolePolicy", "iam:ListRolePolicies", "iam:ListAttachedRolePolicies"],
        ...["iam:UpdateRole", "iam:UpdateRoleDescription", "iam:UpdateAssumeRolePolicy", "iam:DeleteRole"],
        ...verbs("iam", "Tag Untag", "Role"),
      ],
      resources: roles(place),
    },
    {
      sid: "RolesPassed",
      actions: ["iam:PassRole"],
      resources: roles(place),
      conditions: { StringEquals: { "iam:PassedToService": ["lambda.amazonaws.com", "codedeploy.amazonaws.com"] } },
    },
    {
      // CloudFormation reads the code from the bootstrap's bucket.
      sid: "Assets",
      actions: ["s3:GetObject"],
      resources: [`arn:aws:s3:::cdk-${place.qualifier}-assets-${place.account}-${place.region}/*`],
    },
    {
      // A versioned bucket of the stack holds the code of the upload server. The CDK calls it
      // `AWSCDKWebFunctionAssetBucket`; a long stack name cuts that short.
      sid: "ServerCode",
      actions: ["s3:GetObject", "s3:GetObjectVersion"],
      resources: ["arn:aws:s3:::herald-service-*-awscdkweb*/*"],
    },
    {
      sid: "BootstrapVersion",
      actions: ["ssm:GetParameters"],
      resources: [`arn:aws:ssm:${place.region}:${place.account}:parameter/cdk-bootstrap/${place.qualifier}/version`],
    },
    {
      // A stack reads the outputs of another stack.
      sid: "Outputs",
      actions: ["cloudformation:DescribeStacks"],
      resources: [`arn:aws:cloudformation:${place.region}:${place.account}:stack/herald-*`],
    },
  ];
};
