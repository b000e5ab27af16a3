export interface SenderKey {
  readonly id: string;
  readonly name: string;
}

/** The request that created a record, by which its owner finds the program or the person behind it. */
export interface SenderRequest {
  readonly requestId?: string | undefined;
  /** The API key that made the request, with its name at that time. */
  readonly key?: SenderKey | undefined;
  /** The name of the person who was signed in; undefined when the identity provider did not give one. */
  readonly person?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Leaves out the terms of a key, which are not stored with what the key creates. */
export const senderKey = (key: SenderKey | undefined): SenderKey | undefined => key && { id: key.id, name: key.name };
