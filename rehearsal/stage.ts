import { spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { keyService } from "./aws/key-service.ts";

/** Describes a synthesised production stage and the keys that its operator has in addition. */
export interface Stage {
  readonly name: string;
  /** This folder holds the assembly. */
  readonly assembly: string;
  readonly issuer: string;
  readonly tokenOrigin: string;
  readonly linkKeys: readonly TrustedKey[];
  readonly keySecret: Buffer;
}

const ROOT = resolve(import.meta.dirname, "..");
const CDK = join(ROOT, "node_modules/aws-cdk/bin/cdk");
const STAGE = "rehearsal";
const ACCOUNT = "123456789012";
const REGION = "us-east-1";
const DOMAIN = "notify.example.com";
const ISSUER = "https://identity.example.com";
/**
 * Many identity providers have their token endpoint on another origin than the issuer, so the rehearsed provider does
 * too.
 */
const TOKEN_ORIGIN = "https://tokens.example.net";
const LINK_KEY_ID = "KREHEARSAL00001";
/** docs/media.md shows this encryption context under "Settings". */
const LINK_KEY_CONTEXT = { service: "herald", purpose: "media-signing" };
const KEPT_OUTPUT = 4_000;
const SYNTH_MS = 600_000;

export type StageSettings = Readonly<Record<string, string>>;

/**
 * Returns the settings of a production stage with media, domain and canary. The mailbox is on this machine, whose
 * addresses are private, so mail leaves through a network that allows them.
 */
const settingsOf = (name: string, mediaPrivateKeySealed: string): StageSettings => ({
  ...{ stage: name, production: "true", account: ACCOUNT, region: REGION },
  ...{ oidcIssuer: ISSUER, oidcOrigins: TOKEN_ORIGIN, oidcAudience: "herald" },
  ...{
    domainName: DOMAIN,
    certificateArn: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/00000000-0000-0000-0000-000000000000`,
  },
  ...{ mediaBucket: "herald-media-rehearsal", mediaPublicKeyId: LINK_KEY_ID, mediaPrivateKeySealed },
  ...{ privateNetworkAllow: "127.0.0.0/8,::1/128", vpcId: "vpc-0a1b2c3d4e5f60718" },
  bounceDomain: "bounces.example.com",
  subnetIds: "subnet-0a1b2c3d4e5f60718,subnet-0b1b2c3d4e5f60718",
  // The value is not the default, so that the rehearsal covers the gathering of batches too.
  deliveryWindowSeconds: "1",
});

/**
 * Does the work of an operator: creates the key pair for links, seals the private key with the stage's alias, and
 * synthesises with both. `more` overrides settings, including the name of the stage.
 */
export async function synthesiseStage(folder: string, more: StageSettings = {}, signal?: AbortSignal): Promise<Stage> {
  const { stage: name = STAGE } = more;
  const keySecret = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = Buffer.from(privateKey.export({ type: "pkcs8", format: "pem" }));
  const sealed = keyService(keySecret)
    .encrypt(`alias/herald-${name}-secrets`, pem, LINK_KEY_CONTEXT)
    .toString("base64");
  const context = Object.entries({ ...settingsOf(name, sealed), ...more }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  await synth(folder, context, signal);
  return {
    name,
    assembly: folder,
    issuer: ISSUER,
    tokenOrigin: TOKEN_ORIGIN,
    linkKeys: [{ id: LINK_KEY_ID, publicKey }],
    keySecret,
  };
}

async function synth(folder: string, context: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [CDK, "synth", "--quiet", "--output", folder, ...context], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: SYNTH_MS,
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  await once(child, "close");
  if (child.exitCode !== 0)
    throw new Error(`the synthesis failed (${String(child.exitCode ?? child.signalCode)}): ${output}`);
}
