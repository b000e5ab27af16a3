/** A UUID of version 7 has before its random bits the time, and a counter of 12 bits (RFC 9562 sections 5.7 and 6.2). */
const TIME_CHARACTERS = 13;
const VARIANT = 0x8;

/**
 * The id of one item of a batch: of the time of the batch's own id, in the order of the items, and the same whenever it is asked for, so
 * that a repeated batch creates nothing twice.
 * @param hash SHA-256 in hex
 */
export function batchItemId(batchId: string, index: number, hash: (text: string) => string): string {
  const random = hash(`${batchId}#${index}`);
  const counter = index.toString(16).padStart(3, "0");
  const variant = (VARIANT | (Number.parseInt(random[0] ?? "0", 16) & 0x3)).toString(16);
  const time = batchId.slice(0, TIME_CHARACTERS);
  return `${time}-7${counter}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}
