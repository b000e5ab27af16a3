/** A person in the identity provider's directory, who may sign in. */
export interface Person {
  /** The `sub` of the person's tokens, which is their name as an owner. */
  readonly id: string;
  /** The name to show; the address or the id for a person without a name. */
  readonly name: string;
  readonly email?: string | undefined;
}
