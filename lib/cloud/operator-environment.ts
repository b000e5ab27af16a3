import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { Capability } from "../../shared/edge/contract/route.ts";
import { partOf, variablesOf } from "./function-variables.ts";

/**
 * The commands that erase an owner and redrive dead letters use these capabilities (`ops/erase-owner/wiring.ts`). One
 * more provides the name of the last table (`ops/restore-table/wiring.ts`).
 */
const USES: readonly Capability[] = [
  "config:write",
  "api-keys:write",
  "notifications:write",
  "dead-letters:write",
  "chat:write",
  "events:read",
  "webhooks:write",
  "delivery-queue:send",
  "media:write",
  "ephemeral:write",
];

/**
 * Creates one output with the variables of the operator's commands: the region, resource names and lifetimes. It
 * contains no secret.
 */
export function operatorEnvironment(stack: Stack, known: Readonly<Record<string, string>>): void {
  new CfnOutput(stack, "OperatorEnvironment", {
    value: stack.toJsonString({ AWS_REGION: stack.region, ...partOf(known, variablesOf({ uses: USES })) }),
    description: "For --environment of the operator's commands",
  });
}
