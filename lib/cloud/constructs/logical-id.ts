import { CfnResource } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Returns the resource of a construct that has only one. */
export function resourceOf(construct: IConstruct): CfnResource {
  const resource = construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} stands for no resource`);
  return resource;
}

/** Fixes the id of a resource that holds data, so that the resource survives when its construct is renamed or moved. */
export const keepLogicalId = (construct: IConstruct, logicalId: string): void =>
  resourceOf(construct).overrideLogicalId(logicalId);
