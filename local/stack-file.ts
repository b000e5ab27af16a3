import { type DataFolder, writePrivately } from "./data-folder.ts";
import type { DemoOwners } from "./demo-owners.ts";

/** A running stack. */
export interface LocalStack extends StackAddresses {
  stop(): Promise<void>;
}

export interface StackAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly mailboxUrl: string;
  readonly smtpPort: number;
  readonly chatSimulatorUrl: string;
  readonly owners: DemoOwners;
}

/** Tells other programs where everything is. The file is a stable interface. */
export function writeStackFile(
  folder: DataFolder,
  { baseUrl, authUrl, mailboxUrl, smtpPort, chatSimulatorUrl, owners }: StackAddresses,
  { topicArn, bounceDomain }: { readonly topicArn: string; readonly bounceDomain: string },
): void {
  const content = {
    pid: process.pid,
    base_url: baseUrl,
    auth_url: authUrl,
    mailbox_url: mailboxUrl,
    smtp: { host: "127.0.0.1", port: smtpPort },
    chat_simulator_url: chatSimulatorUrl,
    topic_arn: topicArn,
    bounce_domain: bounceDomain,
    ...owners,
  };
  writePrivately(folder.file("stack.json"), `${JSON.stringify(content, null, 2)}\n`);
}

interface Part {
  readonly url: string;
}

/** Maps the usual port of each part, which the guides mention, to its real address. */
export const byUsualPort = (
  baseUrl: string | undefined,
  parts: { readonly identityProvider: Part; readonly mailbox: Part; readonly chatSimulator: Part },
): Readonly<Record<string, string>> => ({
  ...(baseUrl === undefined ? {} : { 3000: baseUrl }),
  3001: parts.identityProvider.url,
  3002: parts.mailbox.url,
  3003: parts.chatSimulator.url,
});
