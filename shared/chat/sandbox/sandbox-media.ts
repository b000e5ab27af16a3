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

  /** A sandbox customer's file is not kept, so it is answered like a file that the provider keeps no longer. */
  async retrieve(): Promise<void> {
    throw new MediaGoneError("the sandbox keeps no files of customers");
  }

  async registerForReview(): Promise<string> {
    return `sandbox-${this.#identifiers.newId()}`;
  }
}
