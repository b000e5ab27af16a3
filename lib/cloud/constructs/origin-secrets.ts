import { Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

const CHARACTERS = 48;

/**
 * By which the edge proves itself to what stands behind it. Each generation is a secret of its own, made by Secrets Manager and seen
 * by nobody; a rotation is the setting `originSecretGeneration` raised by one. The edge sends the newest, and the functions take that
 * and the one before it, so that no request is refused while the edge changes over (docs/deploy.md). Templates hold references only.
 */
export class OriginSecrets extends Construct {
  readonly sent: string;
  /** Newest first; without a comma in any of them. */
  readonly accepted: readonly string[];

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    this.sent = this.#generation(generation);
    this.accepted = generation > 1 ? [this.sent, this.#generation(generation - 1)] : [this.sent];
    Validations.of(this).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Rotated by a deployment, which is what hands it to the edge and to the functions in the right order.",
    });
  }

  #generation(number: number): string {
    const secret = new Secret(this, `Generation${number}`, {
      description: `Herald: the edge's proof of itself, generation ${number}`,
      generateSecretString: { passwordLength: CHARACTERS, excludePunctuation: true },
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
