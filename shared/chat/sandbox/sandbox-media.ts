import type { Identifiers } from "../../kernel/identifiers.ts";
import { type ChatMedia, MediaGoneError } from "../ports/chat-media.ts";

/** Gives the files of test mode ids, as the provider does. The files stay in the deployment's bucket, and nobody copies them. */
export class SandboxMedia implements ChatMedia {
  readonly #identifiers: Pick<Identifiers, "newId">;

  constructor(identifiers: Pick<Identifiers, "newId">) {
    this.#identifiers = identifiers;
  }

  async register(): Promise<string> {
    return `sandbox-${this.#identifiers.newId()}`;
  }

  async unregister(): Promise<void> {}

  /** The file of a sandbox customer is kept when the customer writes. A message without such a file names one that nobody has. */
  async retrieve(): Promise<void> {
    throw new MediaGoneError("the sandbox has no such file");
  }

  async registerForReview(): Promise<string> {
    return `sandbox-${this.#identifiers.newId()}`;
  }
}
