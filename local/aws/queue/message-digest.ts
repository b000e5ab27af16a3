import { createHash } from "node:crypto";

/** A message attribute on the wire. Binary values are base64 in the JSON protocol. */
export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string | undefined;
  readonly BinaryValue?: string | undefined;
}
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

export const bodyDigest = (body: string): string => createHash("md5").update(body).digest("hex");

/**
 * Computes the digest of message attributes (Amazon SQS developer guide, "Calculating the MD5 message digest for
 * message attributes"): names are sorted; each name, type and value has its length in 4 bytes before it, and one byte
 * tells the kind of value. Returns undefined if there are no attributes.
 */
export function attributesDigest(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort((a, b) => (a < b ? -1 : 1));
  if (names.length === 0) return undefined;
  const hash = createHash("md5");
  for (const name of names) {
    const attribute = attributes[name];
    if (!attribute) continue;
    hash.update(sized(Buffer.from(name))).update(sized(Buffer.from(attribute.DataType)));
    const isBinary = attribute.DataType.startsWith("Binary");
    hash.update(Buffer.of(isBinary ? 2 : 1)).update(sized(attributeValue(attribute)));
  }
  return hash.digest("hex");
}

export function attributeValue({ DataType, StringValue, BinaryValue }: MessageAttribute): Buffer {
  return DataType.startsWith("Binary") ? Buffer.from(BinaryValue ?? "", "base64") : Buffer.from(StringValue ?? "");
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
