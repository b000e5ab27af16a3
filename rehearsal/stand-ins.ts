import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ObjectEngine, startObjectEngine } from "../local/aws/object/object-engine.ts";
import { type QueueEngine, startQueueEngine } from "../local/aws/queue/queue-engine.ts";
import { startTableEngine, type TableEngine } from "../local/aws/table/table-engine.ts";
import { type CertificateAuthority, openCertificateAuthority } from "../local/certificate-authority.ts";
import { type ChatSimulator, startChatSimulator } from "../local/world/chat-simulator/start-chat-simulator.ts";
import type { TopicObserver } from "../local/world/chat-simulator/topic/topic-publisher.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../local/world/identity-provider/start-identity-provider.ts";
import { type Mailbox, startMailbox } from "../local/world/mailbox/start-mailbox.ts";
import { keepVersions } from "./resources/bucket-versions.ts";
import { createTables } from "./resources/create-tables.ts";
import { type Deployment, ofType } from "./resources/deployed.ts";
import { queueDefinitions } from "./resources/queue-definitions.ts";
import type { Undo } from "./undo.ts";

/** The embedded store accepts only these credentials. Functions have other credentials. */
export const STORE_CREDENTIALS = { accessKeyId: "rehearsal", secretAccessKey: "rehearsal-secret" } as const;
const KEPT_MAILS = 10_000;
const REVIEW_SECONDS = 2;

export interface StandIns {
  readonly tables: TableEngine;
  readonly queues: QueueEngine;
  readonly objects: ObjectEngine;
  readonly identityProvider: IdentityProvider;
  readonly mailbox: Mailbox;
  readonly chatSimulator: ChatSimulator;
}

export interface StandInsOptions {
  readonly folder: string;
  readonly deployment: Deployment;
  readonly authority: CertificateAuthority;
  readonly region: string;
  /** Functions know the identity provider by this address. */
  readonly issuer: string;
  /** The token endpoint of the identity provider has this origin. */
  readonly tokenOrigin: string;
  readonly topicArn: string;
  /** Returns the address to which the topic's subscription leads, or undefined until it can be reached. */
  readonly webhookUrl: () => string | undefined;
  readonly panelOrigins: () => string[];
  readonly topicObserver: TopicObserver;
  /** Returns the time for the queues. */
  readonly now: () => number;
  /** Receives functions that close the started parts. */
  readonly undo: Undo;
}

export const openAuthority = (folder: string): Promise<CertificateAuthority> =>
  openCertificateAuthority(join(folder, "authority"));

/**
 * Starts the engines with the tables, queues and buckets of the deployment, and the outside world with which functions
 * communicate.
 */
export async function startStandIns(options: StandInsOptions): Promise<StandIns> {
  const { folder, deployment, authority, region, issuer, tokenOrigin, panelOrigins } = options;
  const { topicArn, webhookUrl, topicObserver, now, undo } = options;
  // Parts are started one after the other, so that if one fails, the parts before it can be closed.
  const opened = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const one = await starting;
    undo.push(() => one.close());
    return one;
  };
  const dir = join(folder, "objects");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const buckets = ofType(deployment, "AWS::S3::Bucket").map(({ ref }) => ref);
  const tables = await opened(startTableEngine({ dataDir: folder }));
  await createTables(tables.endpoint, deployment);
  const file = join(folder, "queues.sqlite");
  const queues = await opened(startQueueEngine({ port: 0, file, queues: queueDefinitions(deployment), now }));
  const objects = await opened(startObjectEngine({ port: 0, dir, buckets, credentials: STORE_CREDENTIALS }));
  await keepVersions(deployment, { endpoint: objects.endpoint, region, credentials: STORE_CREDENTIALS });
  const identityProvider = await opened(
    startIdentityProvider({ port: 0, dataDir: folder, issuer, tokenOrigin, panelOrigins }),
  );
  const mailbox = await opened(
    startMailbox({ httpPort: 0, smtpPort: 0, dataDir: folder, keep: KEPT_MAILS, authority }),
  );
  const chatSimulator = await opened(
    startChatSimulator({
      ...{ port: 0, dataDir: folder, webhookUrl, topicArn, region, topicObserver },
      topicServiceOrigin: `https://sns.${region}.amazonaws.com`,
      reviewSeconds: REVIEW_SECONDS,
      objectStore: { endpoint: objects.endpoint, region, credentials: STORE_CREDENTIALS },
    }),
  );
  return { tables, queues, objects, identityProvider, mailbox, chatSimulator };
}

/** Writes the authority's certificate to a file, for processes that trust it. */
export function writeAuthority(folder: string, { certificatePem }: CertificateAuthority): string {
  const file = join(folder, "authority.pem");
  writeFileSync(file, certificatePem, { mode: 0o600 });
  return file;
}
