import { type Grant, named, type Place, regional, verbs } from "./names.ts";

const FUNCTIONS = ["service", "panel"] as const;

/** Returns CloudFormation's rights for functions and their callers. */
export const functionGrants = (place: Place): readonly Grant[] => [...functions(place), ...callers(place)];

const functions = (place: Place): readonly Grant[] => [
  {
    sid: "Functions",
    actions: [
      ...verbs("lambda", "Create Get Delete", "Function"),
      ...verbs("lambda", "Get Update", "FunctionConfiguration"),
      ...["lambda:UpdateFunctionCode", "lambda:PublishVersion", "lambda:ListVersionsByFunction", "lambda:GetPolicy"],
      ...["lambda:GetFunctionCodeSigningConfig", "lambda:GetRuntimeManagementConfig"],
      ...["lambda:GetProvisionedConcurrencyConfig", "lambda:GetFunctionScalingConfig"],
      ...verbs("lambda", "Get Put", "FunctionRecursionConfig"),
      ...verbs("lambda", "Create Get Update Delete", "Alias", "FunctionUrlConfig"),
      ...verbs("lambda", "Put Get Update Delete", "FunctionEventInvokeConfig"),
      ...verbs("lambda", "Add Remove", "Permission"),
      ...["lambda:TagResource", "lambda:UntagResource", "lambda:ListTags"],
    ],
    resources: named(place, "lambda", { prefix: "function:", of: FUNCTIONS }),
  },
  {
    // The CDK's own functions copy files and empty buckets at deployments.
    sid: "CustomResources",
    actions: ["lambda:InvokeFunction"],
    resources: FUNCTIONS.map((stack) => regional(place, "lambda", `function:herald-${stack}-*-Custom*`)),
  },
  {
    // All these actions name the function as their resource; revisions and endpoints are below it.
    sid: "WebFunctions",
    actions: [
      ...verbs("lambda", "Create Get Update Delete", "WebFunction", "WebFunctionEndpoint", "WebFunctionRevision"),
      ...["lambda:TagResource", "lambda:UntagResource", "lambda:ListTags"],
    ],
    resources: named(place, "lambda", { prefix: "web-function:" }),
  },
  {
    // The name of the CDK's layer with the command line program for copying is its logical id, without the stack.
    sid: "Layers",
    actions: [...verbs("lambda", "Get Delete", "LayerVersion"), "lambda:PublishLayerVersion"],
    resources: [regional(place, "lambda", "layer:*AwsCliLayer*")],
  },
];

const callers = (place: Place): readonly Grant[] => [
  {
    sid: "EventSources",
    actions: verbs("lambda", "Create Get Update Delete", "EventSourceMapping"),
    resources: ["*"],
    conditions: { ArnLike: { "lambda:FunctionArn": named(place, "lambda", { prefix: "function:" }) } },
  },
  {
    sid: "EventSourceTags",
    actions: ["lambda:TagResource", "lambda:UntagResource", "lambda:ListTags"],
    resources: [regional(place, "lambda", "event-source-mapping:*")],
  },
  {
    sid: "Schedules",
    actions: [
      ...verbs("events", "Put Describe Delete Enable Disable", "Rule"),
      ...["events:PutTargets", "events:RemoveTargets", "events:ListTargetsByRule"],
      ...["events:TagResource", "events:UntagResource", "events:ListTagsForResource"],
    ],
    resources: named(place, "events", { prefix: "rule/" }),
  },
  {
    sid: "Canaries",
    actions: [
      ...verbs("codedeploy", "Create Get Update Delete", "Application", "DeploymentGroup"),
      ...verbs("codedeploy", "Create Get Stop", "Deployment"),
      ...["codedeploy:GetDeploymentConfig", "codedeploy:RegisterApplicationRevision"],
      ...["codedeploy:GetApplicationRevision", "codedeploy:ListTagsForResource"],
      ...verbs("codedeploy", "Tag Untag", "Resource"),
    ],
    resources: [
      ...named(place, "codedeploy", { prefix: "application:" }),
      ...named(place, "codedeploy", { prefix: "deploymentgroup:" }),
      regional(place, "codedeploy", "deploymentconfig:CodeDeployDefault.*"),
    ],
  },
];
