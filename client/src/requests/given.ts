/** A value that a caller hands over, constants included: every list and every object may be a readonly one. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** Fields that belong to another form of the request. */
export type Without<Names extends PropertyKey> = { readonly [Name in Names]?: never };

/** Some fields of a request, with the contract's words for each. */
export type Fields<Request, Names extends keyof Request> = Given<Pick<Request, Names>>;
export type Needed<Request, Names extends keyof Request> = Given<Required<Pick<Request, Names>>>;
