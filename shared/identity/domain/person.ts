/** Somebody who may sign in, as the identity provider's directory has it. */
export interface Person {
  /** The `sub` of their tokens: the owner that they are. */
  readonly id: string;
  /** As others know them; the address or the id of somebody who has no name. */
  readonly name: string;
  readonly email?: string | undefined;
}
