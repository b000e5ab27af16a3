import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { operationOf } from "../local/world/chat-simulator/aws/aws-api.ts";
import { awsFront } from "./aws/aws-front.ts";
import { type Sessions, sessions } from "./aws/credentials.ts";
import { keyService } from "./aws/key-service.ts";
import type { Faults } from "./faults.ts";
import type { Account } from "./iam/account.ts";
import type { Platform } from "./lambda/platform.ts";
import { reservedVariables } from "./lambda/reserved-variables.ts";
import type { StreamSources } from "./lambda/stream-sources.ts";
import type { Internet } from "./network/internet.ts";
import { passTo } from "./network/pass-to.ts";
import { type Deployment, ofType } from "./resources/deployed.ts";
import { STORE_CREDENTIALS, type StandIns } from "./stand-ins.ts";
import type { TableControl } from "./tables/table-control.ts";

export interface PlatformOptions {
  readonly folder: string;
  readonly deployment: Deployment;
  readonly account: Account;
  readonly accountId: string;
  readonly region: string;
  readonly internet: Internet;
  readonly standIns: StandIns;
  readonly tableControl: TableControl;
  /** Returns the mappings of streams, or undefined before they exist. */
  readonly mappings: () => StreamSources | undefined;
  readonly issuer: string;
  readonly tokenOrigin: string;
  readonly keySecret: Buffer;
  /** This PEM file contains the authority that issued the certificates of the simulated internet. */
  readonly authorityFile: string;
  readonly faults: Faults;
  /** Receives every line that a function writes. */
  readonly onLine: Platform["onLine"];
}

const OUTSIDE = join(import.meta.dirname, "network/outside.mjs");
export const LOG = "functions.log";

export interface OpenedPlatform {
  readonly platform: Platform;
  /** Opens sessions for people who work at a command line. */
  readonly sessions: Sessions;
}

/** Serves AWS and the local world at their addresses, and returns the environment of every function. */
export function openPlatform(options: PlatformOptions): OpenedPlatform {
  const { folder, deployment, account, accountId, region, internet, standIns, issuer, tokenOrigin, keySecret } =
    options;
  const opened = sessions();
  const aliases = ofType(deployment, "AWS::KMS::Alias");
  awsFront({
    ...{ accountId, region, internet, account, deployment, sessions: opened, providerOperation: operationOf },
    faults: options.faults,
    engines: {
      ...{ tableControl: options.tableControl, mappings: options.mappings },
      ...{ tables: standIns.tables.endpoint, queues: standIns.queues.endpoint, objects: standIns.objects.endpoint },
      ...{ provider: standIns.chatSimulator.url, storeCredentials: STORE_CREDENTIALS, keys: keyService(keySecret) },
      aliases: new Map(aliases.map(({ ref, properties }) => [ref, String(properties.TargetKeyId)])),
    },
  });
  const add = (host: string, endpoint: string): void =>
    internet.add({ isFor: (asked) => asked === host, listener: passTo(endpoint) });
  for (const url of [issuer, tokenOrigin]) add(new URL(url).host, standIns.identityProvider.url);
  add(`sns.${region}.amazonaws.com`, standIns.chatSimulator.url);
  const log = join(folder, LOG);
  const platform: Platform = {
    preload: ({ isInNetwork }) => {
      const network = isInNetwork ? "private" : "none";
      const given = new URLSearchParams({ port: String(internet.port), authority: options.authorityFile, network });
      return `${pathToFileURL(OUTSIDE).href}?${given}`;
    },
    reserved: reservedVariables(region, opened),
    onLine(name, line) {
      appendFileSync(log, `${name} ${line}\n`);
      options.onLine(name, line);
    },
  };
  return { platform, sessions: opened };
}
