/** A version 7 UUID begins with 13 characters of time and version, and then has a counter of 12 bits (RFC 9562 sections 5.7 and 6.2). */
const TIME_CHARACTERS = 13;
const VARIANT = 0x8;

/**
 * Derives an item's id from the batch's id and the item's index, so that a repeated batch creates nothing twice.
 * @param hash SHA-256 in hex
 */
export function batchItemId(batchId: string, index: number, hash: (text: string) => string): string {
  const random = hash(`${batchId}#${index}`);
  const counter = index.toString(16).padStart(3, "0");
  const variant = (VARIANT | (Number.parseInt(random[0] ?? "0", 16) & 0x3)).toString(16);
  const time = batchId.slice(0, TIME_CHARACTERS);
  return `${time}-7${counter}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}
