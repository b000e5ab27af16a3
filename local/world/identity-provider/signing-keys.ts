import { readFile } from "node:fs/promises";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import * as z from "zod";
import { writePrivateJson } from "./private-file.ts";

/** A replaced key stays in the JWKS for 1 minute (M-rotate). */
const RETIRED_KEY_LIFETIME_MS = 60_000;
/** With more rotations within one minute, the oldest key is dropped early. */
const MAX_KEYS = 50;

/** A private RSA key in the form of RFC 7518, 6.3. */
const privateKey = z.object({
  kty: z.literal("RSA"),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});
/** The newest key comes first, and only it signs. */
const keyFile = z.object({
  keys: z.array(z.object({ jwk: privateKey, withdrawn_at_ms: z.number().optional() })).min(1),
});
type KeyFile = z.infer<typeof keyFile>;
type PrivateKey = z.infer<typeof privateKey>;

type Signer = { kid: string; key: CryptoKey | Uint8Array; jwk: PrivateKey };

export type SigningKeys = {
  /** Returns the key that signs now. */
  current(): Signer;
  /** Returns the public halves of the current key and of those that were replaced within the last minute. */
  published(): { keys: JWK[] };
  /** Replaces the signing key and returns the new `kid`. */
  rotate(): Promise<string>;
};

/** Reads the keys from the data folder, or creates the first one, so that tokens outlive a restart. */
export async function openSigningKeys(path: string, clock: () => number): Promise<SigningKeys> {
  let file = (await readKeyFile(path)) ?? store(path, { keys: [{ jwk: await newKey() }] });
  let signer = await signerOf(file.keys[0]?.jwk);
  const live = () => file.keys.filter((key) => key.withdrawn_at_ms === undefined || key.withdrawn_at_ms > clock());
  return {
    current: () => signer,
    published: () => ({ keys: live().map(({ jwk }) => publicHalf(jwk)) }),
    async rotate() {
      const jwk = await newKey();
      const next = await signerOf(jwk);
      const withdrawn = clock() + RETIRED_KEY_LIFETIME_MS;
      const former = live().map((key) => ({ ...key, withdrawn_at_ms: key.withdrawn_at_ms ?? withdrawn }));
      file = store(path, { keys: [{ jwk }, ...former].slice(0, MAX_KEYS) });
      signer = next;
      return jwk.kid;
    },
  };
}

/** The keys that currently verify tokens of this provider. */
export const verificationKeys = (keys: SigningKeys) => createLocalJWKSet(keys.published());

async function signerOf(jwk: PrivateKey | undefined): Promise<Signer> {
  if (!jwk) throw new Error("there is no signing key");
  return { kid: jwk.kid, key: await importJWK({ ...jwk }, "RS256"), jwk };
}

const publicHalf = ({ kty, kid, n, e }: PrivateKey): JWK => ({ kty, kid, n, e, use: "sig", alg: "RS256" });

async function newKey(): Promise<PrivateKey> {
  const pair = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  return privateKey.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
}

function store(path: string, file: KeyFile): KeyFile {
  writePrivateJson(path, file);
  return file;
}

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return content === undefined ? undefined : keyFile.parse(JSON.parse(content));
}
