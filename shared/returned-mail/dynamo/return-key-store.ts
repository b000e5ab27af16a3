import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { OwnerKeys, ownerKeyKey } from "../../aws/dynamo/owner-keys.ts";
import { KEY_ID_BYTES } from "../domain/return-path.ts";
import type { ReturnKeyStore } from "../ports.ts";

const PREFIX = "RETURNKEY#";
const KIND = { prefix: PREFIX, idAttribute: "returnKeyId", idBytes: KEY_ID_BYTES } as const;

/** A key is found by its id, which stands in every envelope sender. */
export const returnKeyKey = (id: string) => ownerKeyKey(PREFIX, id);

/** The keys lie in the Config table, and the sending accounts with a return path have a copy of their owner's key. */
export class DynamoReturnKeyStore extends OwnerKeys implements ReturnKeyStore {
  constructor(client: DynamoDBDocumentClient, table: string, randomBytes: (length: number) => Uint8Array) {
    super(client, { ...KIND, table, randomBytes });
  }
}
