import { CfnElement } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Fixes the id of a resource that holds something, whatever its construct is called or wherever it moves to. */
export function keepLogicalId(construct: IConstruct, logicalId: string): void {
  const resource = construct.node.defaultChild;
  if (!CfnElement.isCfnElement(resource))
    throw new Error(`${construct.node.path} has no resource to name ${logicalId}`);
  resource.overrideLogicalId(logicalId);
}
