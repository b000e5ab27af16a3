/** The table for the reflected CRC-32C (RFC 3720, Castagnoli). */
const CRC32C = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** Adds bytes to the CRC-32C `crc`, which is 0 at the beginning. */
export function crc32c(bytes: Uint8Array, crc = 0): number {
  let value = ~crc;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC32C[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
}

/**
 * The table for the reflected CRC-64/NVME (NVM Express NVM command set specification). Each half of 32 bits gets a
 * table of its own.
 */
const CRC64 = Array.from({ length: 256 }, (_, index) => {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  return value;
});
const CRC64_HIGH = Uint32Array.from(CRC64, (value) => Number(value >> 32n));
const CRC64_LOW = Uint32Array.from(CRC64, (value) => Number(value & 0xffffffffn));

/** Adds bytes to the CRC-64/NVME `crc`, which is 0n at the beginning. */
export function crc64nvme(bytes: Uint8Array, crc = 0n): bigint {
  let high = ~Number(crc >> 32n);
  let low = ~Number(crc & 0xffffffffn);
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (CRC64_LOW[index] ?? 0);
    high = (high >>> 8) ^ (CRC64_HIGH[index] ?? 0);
  }
  return (BigInt(~high >>> 0) << 32n) | BigInt(~low >>> 0);
}
