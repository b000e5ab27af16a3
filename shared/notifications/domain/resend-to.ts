/** A notification may be sent again to those it failed for, or to another address, instead of all of its recipients. */
export type ResendTo = { readonly kind: "failed" } | { readonly kind: "address"; readonly address: string };
