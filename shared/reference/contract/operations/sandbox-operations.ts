import type { OperationTable } from "./operation-guide.ts";

const READ_CLOCK = "The test time of the owner, and by how many seconds it is ahead of real time.";
const MOVE_CLOCK =
  "Moves the owner's test time ahead. What becomes due by that happens within seconds: retries, scheduled sends, windows, expiries. Test time runs on and never goes back; moves at the same moment add up.";
const LIST_MAILS =
  "The mails of test mode as they were handed over, newest first. They are kept for seven days of real time, and the last 1,000 of them.";
const READ_MAIL =
  "One mail with its headers as they were written, and its texts, decoded. Its files are in its source.";
const READ_SOURCE =
  "The mail as a mail server would have got it. A mail of more than about 6 MB does not fit into an answer: without `from`, it is refused with 400. With `from`, the answer is a part of the source that ends between two characters. A part of less than 3,000,000 bytes is the last.";
const DELETE_MAILS = "Deletes all mails of the sandbox. Their notifications stay. May be repeated.";

const WRITE =
  "Lets a customer of test mode write to you. The body is the platform's message object of any type without `from`, `id` and `timestamp`; beside it may stand when the customer wrote it, and who the customer is. The message is in the history when the answer comes: it opens the service window, and words such as STOP act as in live mode. A file in `content_base64` is kept like a file that was copied from the platform.";
const WRITTEN = {
  Text: { type: "text", text: { body: "Where is my order?" }, profile_name: "Ana" },
  "Written earlier": { type: "text", text: { body: "Hi" }, timestamp: 1_795_262_400 },
  Image: {
    type: "image",
    image: { caption: "It came broken" },
    content_base64: "/9j/4AAQSkZJRg==",
    content_type: "image/jpeg",
  },
  "By a button": { type: "button", button: { text: "Stop promotions", payload: "stop" } },
} as const;
const LIST_SENT =
  "What the provider would have got for this customer, newest first. Of each owner the last 1,000 messages can be read, for seven days of real time. Each message goes on to sent, delivered and read within seconds; messages to +15005550001 are refused, and messages to +15005550009 cannot be delivered.";

/** The operations of test mode. */
export const SANDBOX_OPERATIONS: OperationTable = {
  getTestClock: { section: "Sandbox", description: READ_CLOCK },
  getPanelTestClock: { section: "Panel: sandbox", description: READ_CLOCK },
  advanceTestClock: { section: "Sandbox", description: MOVE_CLOCK, bodies: { "A day": { advance_seconds: 86_400 } } },
  advancePanelTestClock: {
    section: "Panel: sandbox",
    description: MOVE_CLOCK,
    bodies: { "A day": { advance_seconds: 86_400 } },
  },
  listSandboxMessages: { section: "Sandbox", description: LIST_MAILS },
  listPanelSandboxMessages: { section: "Panel: sandbox", description: LIST_MAILS },
  getSandboxMessage: { section: "Sandbox", description: READ_MAIL },
  getPanelSandboxMessage: { section: "Panel: sandbox", description: READ_MAIL },
  getSandboxMessageSource: { section: "Sandbox", description: READ_SOURCE },
  getPanelSandboxMessageSource: { section: "Panel: sandbox", description: READ_SOURCE },
  deleteSandboxMessages: { section: "Sandbox", description: DELETE_MAILS },
  deletePanelSandboxMessages: { section: "Panel: sandbox", description: DELETE_MAILS },
  writeAsCustomer: { section: "Sandbox", description: WRITE, bodies: WRITTEN },
  writeAsPanelCustomer: { section: "Panel: sandbox", description: WRITE, bodies: WRITTEN },
  listCustomerMessages: { section: "Sandbox", description: LIST_SENT },
  listPanelCustomerMessages: { section: "Panel: sandbox", description: LIST_SENT },
};
