/** The recipients of a notification that is sent again, in place of all of the first one's. */
export type ResendTo = { readonly kind: "failed" } | { readonly kind: "address"; readonly address: string };
