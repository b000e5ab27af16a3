import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import { remembered } from "../remembered.ts";

const ID_BYTES = 4;
const KEY_BYTES = 32;
/** A process that seals reads the list again after this time, because a key may have been added, or the table restored without one. */
const TRUSTED_MS = 300_000;

/** A data key as it is stored. The id is eight hexadecimal digits; `sealed` is useless without the sealing key. */
export interface StoredDataKey {
  readonly id: string;
  readonly sealed: string;
}

/** Keeps the data keys of one purpose. */
export interface DataKeyStore {
  /** Returns the keys, oldest first, as the last write left them. It is empty until something was sealed. */
  list(): Promise<readonly StoredDataKey[]>;
  /** Stores the first key unless another process was faster. Returns the keys that are stored then. */
  addFirst(key: StoredDataKey): Promise<readonly StoredDataKey[]>;
}

/** Seals data keys, and nothing else, for one purpose. It never leaves its place: KMS, or a file where there is no KMS. */
export interface SealingKey {
  /** Makes a data key. Returns it sealed. */
  makeDataKey(): Promise<string>;
  /** Throws if this key did not seal it for this purpose, or does not answer. */
  openDataKey(sealed: string): Promise<KeyObject>;
}

/** Thrown when a secret was sealed by a data key that the deployment does not have (any more). */
export class DataKeyError extends Error {
  override readonly name = "DataKeyError";
}

/** Wraps the bytes of a data key, so that neither a log nor an error can show them. Throws unless there are 32. */
export function dataKeyOf(bytes: Uint8Array): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new DataKeyError(`a data key has ${KEY_BYTES} bytes, and this ${bytes.length}`);
  return createSecretKey(bytes);
}

/**
 * The data keys of one purpose, in the memory of one process. Each is opened once, so that a process asks the sealing
 * key only for its first secret (docs/decisions/one-data-key.md). A failed call is made again.
 */
export class DataKeys {
  readonly #store: DataKeyStore;
  readonly #sealingKey: SealingKey;
  readonly #opened: Pick<SealingKey, "openDataKey">;
  readonly #clock: Clock;
  #known: readonly StoredDataKey[] = [];
  #knownAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<readonly StoredDataKey[]> | undefined;

  constructor(store: DataKeyStore, sealingKey: SealingKey, clock: Clock) {
    this.#clock = clock;
    this.#store = store;
    this.#sealingKey = sealingKey;
    this.#opened = remembered(sealingKey, ["openDataKey"]);
  }

  /** Returns the key for new secrets. Makes the first one of a deployment. */
  async newest(): Promise<{ readonly id: string; readonly key: KeyObject }> {
    const isTrusted = this.#clock.now() - this.#knownAtMs < TRUSTED_MS;
    const known = isTrusted ? this.#known : await this.#read();
    const newest = known.at(-1) ?? (await this.#addFirst());
    return { id: newest.id, key: await this.#opened.openDataKey(newest.sealed) };
  }

  /** Throws DataKeyError if there is no such key. Another process may have added it, so an unknown one is looked for. */
  async find(id: string): Promise<KeyObject> {
    const isIt = (one: StoredDataKey): boolean => one.id === id;
    const found = this.#known.find(isIt) ?? (await this.#read()).find(isIt);
    if (found === undefined) throw new DataKeyError(`the data key ${id} is gone: restore it (docs/security.md)`);
    return this.#opened.openDataKey(found.sealed);
  }

  /** Secrets that are opened at once share a read. */
  async #read(): Promise<readonly StoredDataKey[]> {
    this.#reading ??= this.#store.list().finally(() => {
      this.#reading = undefined;
    });
    return this.#know(await this.#reading);
  }

  async #addFirst(): Promise<StoredDataKey> {
    const id = randomBytes(ID_BYTES).toString("hex");
    const newest = this.#know(await this.#store.addFirst({ id, sealed: await this.#sealingKey.makeDataKey() })).at(-1);
    if (newest === undefined) throw new DataKeyError("the store of data keys has kept none");
    return newest;
  }

  #know(keys: readonly StoredDataKey[]): readonly StoredDataKey[] {
    this.#known = keys;
    this.#knownAtMs = this.#clock.now();
    return keys;
  }
}
