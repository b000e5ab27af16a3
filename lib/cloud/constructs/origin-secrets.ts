import { Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

const CHARACTERS = 48;

/**
 * Generates the secret with which the edge proves itself to the servers behind it. Each generation is a secret of its
 * own that Secrets Manager generates and nobody sees. To rotate it, raise `originSecretGeneration` by one. The edge
 * sends the newest secret, and functions accept it and the previous one, so that no request is refused while the edge
 * changes over (docs/deploy.md). Templates contain only references.
 */
export class OriginSecrets extends Construct {
  readonly sent: string;
  /** The newest secret comes first. No secret contains a comma. */
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
