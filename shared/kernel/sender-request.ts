import type { CallingKey, KeyApproval } from "./key-terms.ts";

export interface SenderKey {
  readonly id: string;
  readonly name: string;
}

/** The request that created a record, by which its owner finds the program or the person behind it. */
export interface SenderRequest {
  readonly requestId?: string | undefined;
  /** The API key that made the request, with its name at that time. */
  readonly key?: SenderKey | undefined;
  /** The key's terms at that time: with `required`, what the request sends waits for a person (D47e). */
  readonly approval?: KeyApproval | undefined;
  /** The name of the person who was signed in; undefined when the identity provider did not give one. */
  readonly person?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Names the key of a request, and says whether what it sends waits for a person. Its other terms are not stored with what it creates. */
export const senderKey = (
  key: Pick<CallingKey, "id" | "name" | "approval"> | undefined,
): Pick<SenderRequest, "key" | "approval"> =>
  key === undefined
    ? {}
    : { key: { id: key.id, name: key.name }, ...(key.approval !== undefined && { approval: key.approval }) };

/** Tells whether what the request sends waits for a person (D47e). */
export const needsApproval = (madeBy: SenderRequest | undefined): boolean => madeBy?.approval === "required";
