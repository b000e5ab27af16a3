declare const sealedBrand: unique symbol;

/** A secret that only a SecretBox can make or open; safe to store, useless without the box and the binding. */
export type Sealed = string & { readonly [sealedBrand]: true };
