import type { OperationTable } from "./operation-guide.ts";

const CHAT_ACCOUNT = {
  label: "Shop",
  ownership_type: "customer_owned",
  cloud_region: "us-east-1",
  owners: ["demo"],
  is_default: false,
  business_account_id: "waba-0123456789abcdef0123456789abcdef",
  origination_phone_number_id: "phone-number-id-0123456789abcdef0123456789abcdef",
  provider_business_account_id: "102290129340398",
  provider_phone_number_id: "106540352242922",
};

export const SERVICE_OPERATIONS: OperationTable = {
  getStatus: { section: "Service", description: "Answers whatever its dependencies do." },
  getLiveness: { section: "Service", description: "For a load balancer: answers whatever its dependencies do." },
  getReadiness: {
    section: "Service",
    description:
      "Of the table store and of the identity provider, within 3 seconds. 503 names the one that does not answer.",
  },
  getOpenApi: {
    section: "Service",
    description: "For generators and tools. It describes every operation, also those of the panel.",
  },
  getDocs: { section: "Service", description: "The reference of what callers use." },
  getInternalDocs: { section: "Service", description: "The reference of what the panel and administrators use." },
  getDocsAsset: { section: "Service", description: "What the pages of the reference load." },
  findOwners: {
    section: "Chat accounts",
    description:
      "From the identity provider's directory, for naming a chat account's owners. A deployment whose issuer has none answers `none`.",
  },
  listChatAccounts: { section: "Chat accounts", description: "Of all owners." },
  createChatAccount: {
    section: "Chat accounts",
    description: "Connects to nothing: verify it afterwards. A number belongs to one account.",
    bodies: { "An owner's number": CHAT_ACCOUNT },
  },
  getChatAccount: { section: "Chat accounts", description: "With all of its owners." },
  replaceChatAccount: {
    section: "Chat accounts",
    description: "All fields: what is left out is reset.",
    bodies: { "An owner's number": { ...CHAT_ACCOUNT, label: "Shop in Lisbon" } },
  },
  deleteChatAccount: {
    section: "Chat accounts",
    description:
      "Its conversations stay, and cannot be answered any more; owners whose default it was are left without one.",
  },
  getChatAccountNumber: {
    section: "Chat accounts",
    description: "How receivers see the number, and its quality. The provider does not tell its throughput.",
  },
  listAdministrationActivity: {
    section: "Chat accounts",
    description: "Newest first, kept for a year: who changed which chat account, and which of its fields.",
  },
  verifyChatAccount: {
    section: "Chat accounts",
    description:
      "Compares it with what the cloud provider says of it. Changes nothing; each difference is one check that is not ok.",
  },
  receiveChatEvent: {
    section: "Provider's events",
    description:
      "Subscription confirmations and events of the chat provider: messages of Amazon SNS, as JSON. Anything that the configured topic has not signed is refused.",
  },
};
