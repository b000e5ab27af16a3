import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { SEALING_CONTEXT } from "../capabilities.ts";
import { keepLogicalId } from "./logical-id.ts";

/**
 * The longest and the shortest time for which AWS keeps a key before deleting it (AWS KMS Developer Guide, "Deleting
 * keys").
 */
const KEPT_DAYS = 30;
const SHORTEST_DAYS = 7;

interface SealingKeyProps {
  readonly alias: string;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * Creates the key that seals the deployment's data keys and the private key of media links. Every use must name this
 * service in the encryption context, so that no other use, however privileged, opens a secret by accident.
 */
export function sealingKey(scope: Construct, { alias, removalPolicy }: SealingKeyProps): Key {
  const key = new Key(scope, "SealingKey", {
    alias,
    description: "Seals the data keys of Herald, which seal the secrets of accounts",
    enableKeyRotation: true,
    // Without this key nobody can open any stored secret.
    removalPolicy,
    pendingWindow: Duration.days(removalPolicy === RemovalPolicy.DESTROY ? SHORTEST_DAYS : KEPT_DAYS),
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: "OnlyInThisServicesContext",
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ["kms:Encrypt", "kms:Decrypt", "kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext"],
      // In the policy of a key, `*` stands for the key itself.
      resources: ["*"],
      conditions: { StringNotEquals: SEALING_CONTEXT },
    }),
  );
  keepLogicalId(key, "SealingKey");
  return key;
}
