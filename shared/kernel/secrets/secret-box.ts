import type { Owner } from "../owner.ts";

declare const sealedBrand: unique symbol;

/**
 * An encrypted secret that only a SecretBox can make or open. It is safe to store and useless without the box and the
 * binding.
 */
export type Sealed = string & { readonly [sealedBrand]: true };

/** What a secret is bound to: it does not open in a row that was copied to another owner or account. */
export interface SecretBinding {
  readonly owner: Owner;
  readonly accountId: string;
}

/** Thrown when a secret cannot be opened although its key can: the binding differs, or the text is damaged. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";
}

export interface SecretBox {
  seal(plain: string, binding: SecretBinding): Promise<Sealed>;
  /** Throws SecretBoxError when the text does not open under this binding. */
  open(sealed: Sealed, binding: SecretBinding): Promise<string>;
}
