/** A value of the caller in which every list and object may be readonly, so that constants are accepted. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** Forbids fields that belong to another form of the request. */
export type Without<Names extends PropertyKey> = { readonly [Name in Names]?: never };

/** Picks fields of a request together with the contract's descriptions. */
export type Fields<Request, Names extends keyof Request> = Given<Pick<Request, Names>>;
export type Needed<Request, Names extends keyof Request> = Given<Required<Pick<Request, Names>>>;
