import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type DataFolder, writePrivately } from "../../data-folder.ts";
import type { TrustedKey } from "./link-signature.ts";

/** The id has the format of CloudFront's ids. */
const KEY_ID = "KLOCALHERALD01";

export interface MediaSigningKey extends TrustedKey {
  readonly privateKeyFile: string;
}

/** Opens the key pair that signs and verifies media links. It is created once and kept with the data. */
export function openMediaSigningKey(folder: DataFolder): MediaSigningKey {
  const privateKeyFile = folder.file("media-signing-key.pem");
  if (!existsSync(privateKeyFile)) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writePrivately(privateKeyFile, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  }
  return { id: KEY_ID, publicKey: publicKeyOf(privateKeyFile), privateKeyFile };
}

function publicKeyOf(privateKeyFile: string): KeyObject {
  const text = readFileSync(privateKeyFile);
  try {
    return createPublicKey(createPrivateKey(text));
  } catch (cause) {
    // Replacing the key is safe: links that the damaged key signed stop working, and the API creates new links.
    throw new Error(`${privateKeyFile} is damaged: remove it, and a new one is made`, { cause });
  }
}
