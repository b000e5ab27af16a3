import type { Owner } from "../owner.ts";

declare const sealedBrand: unique symbol;

/** A secret that only a SecretBox can make or open; safe to store, useless without the box and the binding. */
export type Sealed = string & { readonly [sealedBrand]: true };

/** The binding of a secret: a row copied to another owner or account does not open. */
export interface SecretBinding {
  readonly owner: Owner;
  readonly accountId: string;
}

/** Thrown when a secret cannot be opened: another binding, a damaged text, or a key that is gone. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";
}

export interface SecretBox {
  seal(plain: string, binding: SecretBinding): Promise<Sealed>;
  /** Throws SecretBoxError when the text does not open under this binding. */
  open(sealed: Sealed, binding: SecretBinding): Promise<string>;
}
