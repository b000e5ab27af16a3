import { CfnResource } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** The resource that a construct of one resource stands for. */
export function resourceOf(construct: IConstruct): CfnResource {
  const resource = construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} stands for no resource`);
  return resource;
}

/** Fixes the id of a resource that holds something, whatever its construct is called or wherever it moves to. */
export const keepLogicalId = (construct: IConstruct, logicalId: string): void =>
  resourceOf(construct).overrideLogicalId(logicalId);
