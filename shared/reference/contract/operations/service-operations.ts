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
  getStatus: { section: "Service", description: "Answers even while the services that Herald depends on do not." },
  getLiveness: {
    section: "Service",
    description: "For a load balancer: answers even while the services that Herald depends on do not.",
  },
  getReadiness: {
    section: "Service",
    description:
      "Says within 3 seconds whether the table store and the identity provider answer. 503 names the one that does not.",
  },
  getOpenApi: {
    section: "Service",
    description:
      "The OpenAPI document, for generators and tools. The API reference is made from this document. It describes every operation, also those of the panel.",
  },
  getDocs: {
    section: "Service",
    description: "The API reference, as a page for people: the operations that callers use.",
  },
  getInternalDocs: {
    section: "Service",
    description: "The API reference of the operations that the panel and administrators use.",
  },
  getDocsAsset: { section: "Service", description: "A file that the pages of the API reference load." },
  findOwners: {
    section: "Chat accounts",
    description:
      "Finds people in the identity provider's directory, for naming the owners of a chat account. `directory` is `none` if the identity provider has no directory.",
  },
  listChatAccounts: { section: "Chat accounts", description: "Lists the chat accounts of all owners." },
  createChatAccount: {
    section: "Chat accounts",
    description:
      "Creating a chat account connects to no provider, so verify the account afterwards. A number belongs to one account.",
    bodies: { "An owner's number": CHAT_ACCOUNT },
  },
  getChatAccount: { section: "Chat accounts", description: "Shows a chat account with all of its owners." },
  replaceChatAccount: {
    section: "Chat accounts",
    description: "Replaces all fields: a field that is left out is reset.",
    bodies: { "An owner's number": { ...CHAT_ACCOUNT, label: "Shop in Lisbon" } },
  },
  deleteChatAccount: {
    section: "Chat accounts",
    description:
      "The conversations of a deleted chat account stay, but nobody can reply in them any more. Owners whose default account it was have no default account afterwards.",
  },
  getChatAccountNumber: {
    section: "Chat accounts",
    description:
      "Shows the number and the name that receivers see, and the number's quality. The provider does not report the number's throughput.",
  },
  listAdministrationActivity: {
    section: "Chat accounts",
    description:
      "Lists who changed which chat account, and which of its fields, newest first. An entry is kept for a year.",
  },
  verifyChatAccount: {
    section: "Chat accounts",
    description:
      "Compares a chat account with the cloud provider's data. Verifying changes nothing; each difference is one check that is not `ok`.",
  },
  receiveEmailEvent: {
    section: "Provider's events",
    description:
      "Receives subscription confirmations, and the bounces, complaints and deliveries that Amazon SES publishes, of every topic that a sending account names: messages of Amazon SNS, as JSON. A message of another topic, or one that is not signed, is refused.",
  },
  receiveChatEvent: {
    section: "Provider's events",
    description:
      "Receives subscription confirmations and events of the chat provider: messages of Amazon SNS, as JSON. A message that the configured topic has not signed is refused.",
  },
};
