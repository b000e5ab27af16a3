/** A person may sign in, and the identity provider's directory lists them. */
export interface Person {
  /** It is the `sub` of their tokens, and so the owner that they are. */
  readonly id: string;
  /** Others know the person by this name; without a name it is the address or the id. */
  readonly name: string;
  readonly email?: string | undefined;
}
