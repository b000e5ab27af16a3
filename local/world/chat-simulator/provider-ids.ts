import { createHash, randomBytes, randomInt } from "node:crypto";

/** Creates a message id in Meta's form `wamid.HBg…`, which is base64 of the phone number and a random key. */
export function newWamid(customer: string): string {
  const key = randomBytes(10).toString("hex").toUpperCase();
  const number = customer.slice(0, 20);
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, number.length]),
    Buffer.from(number),
    Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 0x14]),
    Buffer.from(key),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString("base64")}`;
}

/** Creates an id of 15 digits, like Meta's media ids. */
export function newMediaId(): string {
  return `${randomInt(100_000, 1_000_000)}${randomInt(100_000_000, 1_000_000_000)}`;
}

/** Creates an id of 17 digits. Meta sends them as bare integers that a JavaScript number cannot hold exactly (W2.6). */
export function newTemplateId(): string {
  return `${randomInt(10_000_000, 100_000_000)}${randomInt(100_000_000, 1_000_000_000)}`;
}

/** Returns the business-scoped id of a customer, which is always the same for one phone number. */
export function userIdOf(customer: string): string {
  const digest = createHash("sha256").update(`user ${customer}`).digest();
  return `US.${digest.readBigUInt64BE().toString().padStart(20, "1")}`;
}

/** Keeps only digits: `+1 (555) 010` becomes `1555010`. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, "");
}

/**
 * Returns the same digits for all spellings of a customer's number (W7): Brazil with the ninth digit, Mexico without
 * the 1, Argentina with the 9.
 */
export function canonicalPhone(digits: string): string {
  const brazil = /^(55\d{2})([6-9]\d{7})$/.exec(digits);
  if (brazil) return `${brazil[1]}9${brazil[2]}`;
  const mexico = /^521(\d{10})$/.exec(digits);
  if (mexico) return `52${mexico[1]}`;
  const argentina = /^54(?!9)(\d{10})$/.exec(digits);
  if (argentina) return `549${argentina[1]}`;
  return digits;
}
