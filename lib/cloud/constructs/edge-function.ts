import {
  Function as CloudFrontFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { type EdgeSource, edgeSource } from "../edge-source.ts";
import { pascalCase } from "../pascal-case.ts";

/**
 * Creates a function of `lib/cloud/edge` for a behaviour. It runs after requests if its name ends in `-response`,
 * otherwise before them.
 */
export function edgeFunction(scope: Construct, name: EdgeSource): FunctionAssociation {
  return {
    eventType: name.endsWith("-response") ? FunctionEventType.VIEWER_RESPONSE : FunctionEventType.VIEWER_REQUEST,
    function: new CloudFrontFunction(scope, pascalCase(name), {
      code: FunctionCode.fromInline(edgeSource(name)),
      runtime: FunctionRuntime.JS_2_0,
      comment: `Herald: ${name}`,
    }),
  };
}
