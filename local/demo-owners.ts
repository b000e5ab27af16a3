import * as z from "zod";
import { createChatAccount } from "../shared/chat/accounts/save-chat-account.ts";
import { chatAccountRequest } from "../shared/chat/contract/chat-account-request.ts";
import { administrationServices } from "../shared/chat/wiring.ts";
import { sendingAccountRequest } from "../shared/email/contract/sending-account-request.ts";
import { createSendingAccount } from "../shared/email/create-sending-account.ts";
import { replaceSendingAccount } from "../shared/email/replace-sending-account.ts";
import { savedAccountServices } from "../shared/email/wiring.ts";
import { type Owner, ownerSub } from "../shared/kernel/owner.ts";
import type { Mode } from "../shared/kernel/test-mode.ts";
import { createApiKey } from "../shared/keys/create-api-key.ts";
import { isUsable } from "../shared/keys/domain/api-key.ts";
import { apiKeyServices } from "../shared/keys/wiring.ts";
import { type DataFolder, readJsonFile, writePrivately } from "./data-folder.ts";
import { LOCAL_REGION } from "./environment.ts";
import { DEMO_NUMBER } from "./world/chat-simulator/demo-number.ts";

const DEMO = ownerSub.parse("demo");
const OTHER = ownerSub.parse("other");

const remembered = z.object({
  demoKey: z.string(),
  demoTestKey: z.string().optional(),
  otherKey: z.string(),
  sendingAccountId: z.string(),
  chatAccountId: z.string().optional(),
});

export interface DemoOwners {
  readonly demo: {
    readonly sub: "demo";
    readonly api_key: string;
    readonly test_api_key: string;
    readonly smtp_account_id: string;
    readonly chat_account_id: string;
  };
  readonly other: { readonly sub: "other"; readonly api_key: string };
}

/** Creates the first data of the local stack with the product's own use cases. Later starts find the same data again. */
export async function demoOwners(folder: DataFolder, smtpPort: number): Promise<DemoOwners> {
  const file = folder.file("demo.json");
  const known = remembered.safeParse(readJsonFile(file)).data;
  const [demoKey, demoTestKey, otherKey, sendingAccountId, chatAccountId] = await Promise.all([
    usableKey(DEMO, "live", known?.demoKey),
    usableKey(DEMO, "test", known?.demoTestKey),
    usableKey(OTHER, "live", known?.otherKey),
    mailboxAccount(DEMO, known?.sendingAccountId, smtpPort),
    simulatorAccount([DEMO, OTHER], known?.chatAccountId),
  ]);
  writePrivately(file, JSON.stringify({ demoKey, demoTestKey, otherKey, sendingAccountId, chatAccountId }));
  return {
    demo: {
      sub: "demo",
      api_key: demoKey,
      test_api_key: demoTestKey,
      smtp_account_id: sendingAccountId,
      chat_account_id: chatAccountId,
    },
    other: { sub: "other", api_key: otherKey },
  };
}

async function usableKey(owner: Owner, mode: Mode, known: string | undefined): Promise<string> {
  const { apiKeys, identifiers, clock } = apiKeyServices();
  const key = known === undefined ? undefined : await apiKeys.findByHash(identifiers.hash(known));
  if (known !== undefined && key !== undefined && isUsable(key, clock.now())) return known;
  const wanted =
    mode === "test" ? { name: "Test mode of the local stack", mode } : { name: `${owner} of the local stack` };
  return (await createApiKey(apiKeyServices(), owner, wanted)).text;
}

/** Returns the account for the mailbox. If the mailbox's port has changed, the account gets the mailbox's connection settings again. */
async function mailboxAccount(owner: Owner, known: string | undefined, smtpPort: number): Promise<string> {
  const deps = savedAccountServices();
  const account = known === undefined ? undefined : await deps.sendingAccounts.get(owner, known);
  if (account === undefined) return (await createSendingAccount(deps, owner, mailboxRequest(smtpPort))).id;
  if (account.settings.provider === "smtp" && account.settings.port !== smtpPort) {
    const { id, label, fromAddress, fromAddresses, fromName, trustedDomains, apiAllowedDomains } = account;
    const kept = sendingAccountRequest.parse({
      ...wireOf(smtpPort),
      label,
      from_address: fromAddress,
      from_addresses: fromAddresses,
      from_name: fromName,
      trusted_domains: trustedDomains,
      api_allowed_domains: apiAllowedDomains,
      feedback_topic_arn: account.feedbackTopicArn,
      max_connections: account.settings.maxConnections,
    });
    await replaceSendingAccount(deps, { owner, id }, kept);
  }
  return account.id;
}

const wireOf = (port: number) =>
  ({ host: "127.0.0.1", port, username: "demo", password: "demo", encryption: "starttls" }) as const;

const mailboxRequest = (port: number) =>
  sendingAccountRequest.parse({
    ...wireOf(port),
    label: "Local mailbox",
    from_address: "hello@herald.test",
    from_name: "Herald",
    is_default: true,
  });

/** Returns the account for the simulator and keeps what an administrator changed. An account with an unknown id is found by its number. */
async function simulatorAccount(owners: readonly Owner[], known: string | undefined): Promise<string> {
  const deps = administrationServices();
  const account =
    (known === undefined ? undefined : await deps.chatAccounts.get(known)) ??
    (await deps.chatAccounts.findByProviderNumber(DEMO_NUMBER.provider_phone_number_id));
  if (account !== undefined) return account.id;
  const { display_phone_number: _shown, ...number } = DEMO_NUMBER;
  const request = chatAccountRequest.parse({
    ...number,
    label: "Local chat simulator",
    ownership_type: "service_managed",
    cloud_region: LOCAL_REGION,
    is_default: true,
    owners,
  });
  return (await createChatAccount(deps, request)).id;
}
