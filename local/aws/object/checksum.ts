import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { crc32c, crc64nvme } from "./crc.ts";
import { S3Error } from "./s3-error.ts";

export interface Digester {
  update(chunk: Buffer): void;
  /** Returns the checksum in base64. */
  digest(): string;
}

const CHECKSUMS = {
  crc32: () => crcDigester<number>(0, (chunk, value) => crc32(chunk, value), bytesOf32),
  crc32c: () => crcDigester<number>(0, crc32c, bytesOf32),
  crc64nvme: () => crcDigester<bigint>(0n, crc64nvme, bytesOf64),
  sha1: () => hashDigester("sha1"),
  sha256: () => hashDigester("sha256"),
} satisfies Record<string, () => Digester>;

export type ChecksumName = keyof typeof CHECKSUMS;
const NAMES = Object.keys(CHECKSUMS).filter((name): name is ChecksumName => name in CHECKSUMS);
const LENGTHS: Record<ChecksumName, number> = { crc32: 4, crc32c: 4, crc64nvme: 8, sha1: 20, sha256: 32 };

/** Checksums in base64 by name. */
export type Checksums = Partial<Record<ChecksumName, string>>;

export const checksumHeader = (name: ChecksumName) => `x-amz-checksum-${name}`;

/** Reads the checksums from headers or trailers. Throws if one is malformed. */
export function sentChecksums(headers: ReadonlyMap<string, string>): Checksums {
  const sent: Checksums = {};
  for (const name of NAMES) {
    const value = headers.get(checksumHeader(name));
    if (value === undefined) continue;
    if (Buffer.from(value, "base64").length !== LENGTHS[name]) {
      throw new S3Error("InvalidRequest", `Value for ${checksumHeader(name)} header is invalid.`);
    }
    sent[name] = value;
  }
  return sent;
}

/** The checksums that must be computed for a body: those in its headers, and those announced as trailers. */
export function neededChecksums(headers: ReadonlyMap<string, string>): Map<ChecksumName, Digester> {
  const announced = (headers.get("x-amz-trailer") ?? "").toLowerCase().split(/\s*,\s*/);
  const needed = NAMES.filter((name) => headers.has(checksumHeader(name)) || announced.includes(checksumHeader(name)));
  return new Map(needed.map((name) => [name, CHECKSUMS[name]()]));
}

/** Throws BadDigest if a checksum differs from the one that was sent. */
export function compareChecksums(computed: Checksums, sent: Checksums): void {
  for (const name of NAMES) {
    if (sent[name] === undefined || sent[name] === computed[name]) continue;
    throw new S3Error("BadDigest", `The ${name.toUpperCase()} you specified did not match the calculated checksum.`);
  }
}

function hashDigester(algorithm: string): Digester {
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest("base64") };
}

function crcDigester<T>(start: T, step: (chunk: Buffer, value: T) => T, bytes: (value: T) => Buffer): Digester {
  let value = start;
  return {
    update: (chunk) => {
      value = step(chunk, value);
    },
    digest: () => bytes(value).toString("base64"),
  };
}

function bytesOf32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function bytesOf64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
