import { createHmac, timingSafeEqual } from "node:crypto";
import type { CursorBinding, Cursors } from "./cursors.ts";

const MAC_BYTES = 16;
const MIN_KEY_CHARACTERS = 32;
/** Every cursor that was issued is much shorter; a longer text is refused without being hashed. */
const MAX_CURSOR_CHARACTERS = 4096;
const CURSOR = /^[A-Za-z0-9_-]+$/;

/**
 * A cursor is an HMAC-SHA-256, cut to 128 bits (RFC 2104 section 5), followed by the position. The position is not
 * secret: it holds the owner's own ids.
 */
export class HmacCursors implements Cursors {
  readonly #key: string;

  /** Throws when the key is too short. */
  constructor(key: string) {
    if (key.length < MIN_KEY_CHARACTERS) throw new Error(`a cursor key has at least ${MIN_KEY_CHARACTERS} characters`);
    this.#key = key;
  }

  issue(position: string, binding: CursorBinding): string {
    const bytes = Buffer.from(position, "utf8");
    return Buffer.concat([this.#mac(bytes, binding), bytes]).toString("base64url");
  }

  read(cursor: string, binding: CursorBinding): string | undefined {
    if (cursor.length > MAX_CURSOR_CHARACTERS || !CURSOR.test(cursor)) return undefined;
    const bytes = Buffer.from(cursor, "base64url");
    // The last character has unused bits. Without this check several texts would stand for the same cursor.
    if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== cursor) return undefined;
    const position = bytes.subarray(MAC_BYTES);
    return timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(position, binding))
      ? position.toString("utf8")
      : undefined;
  }

  #mac(position: Buffer, { owner, query }: CursorBinding): Buffer {
    const text = JSON.stringify(["conversations", owner, query, position.toString("base64url")]);
    return createHmac("sha256", this.#key).update(text).digest().subarray(0, MAC_BYTES);
  }
}
