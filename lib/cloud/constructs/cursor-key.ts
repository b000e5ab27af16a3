import { Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

const KEY_CHARACTERS = 64;

/**
 * The key that signs the cursors of lists (D31), made by the deployment and seen by nobody. When it changes, lists that are being paged
 * through start again; it guards no data, which is why functions get it in their environment, resolved by CloudFormation.
 */
export class CursorKey extends Construct {
  readonly value: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, "Secret", {
      description: "Herald: signs the cursors of lists",
      generateSecretString: { passwordLength: KEY_CHARACTERS, excludePunctuation: true },
    });
    Validations.of(this).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "A cursor is worth nothing without its owner's credential; a new key is a new deployment away.",
    });
    this.value = secret.secretValue.unsafeUnwrap();
  }
}
