/** The request that made something, so that its owner finds the program or the person behind it. */
export interface SenderRequest {
  readonly requestId?: string | undefined;
  /** The API key, and its name at that time. */
  readonly key?: { readonly id: string; readonly name: string } | undefined;
  /** The name of the person who was signed in; undefined when the identity provider did not tell. */
  readonly person?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}
