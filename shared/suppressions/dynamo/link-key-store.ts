import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { OwnerKeys, ownerKeyKey } from "../../aws/dynamo/owner-keys.ts";
import type { LinkKeyStore } from "../ports.ts";

const PREFIX = "LINKKEY#";
const KIND = { prefix: PREFIX, idAttribute: "linkKeyId", idBytes: 8 } as const;

/** A key is found by its id, which stands in every link. */
export const linkKeyKey = (id: string) => ownerKeyKey(PREFIX, id);

/** The keys lie in the Config table, beside the addresses that the links hide (docs/decisions/links-to-unsubscribe.md). */
export class DynamoLinkKeyStore extends OwnerKeys implements LinkKeyStore {
  constructor(client: DynamoDBDocumentClient, table: string, randomBytes: (length: number) => Uint8Array) {
    super(client, { ...KIND, table, randomBytes });
  }
}
