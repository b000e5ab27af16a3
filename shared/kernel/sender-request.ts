/** The request that created a record, by which its owner finds the program or the person behind it. */
export interface SenderRequest {
  readonly requestId?: string | undefined;
  /** The API key that made the request, with its name at that time. */
  readonly key?: { readonly id: string; readonly name: string } | undefined;
  /** The name of the person who was signed in; undefined when the identity provider did not give one. */
  readonly person?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}
