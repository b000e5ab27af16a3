import { DEFAULT_CONNECTIONS } from "../../../email/domain/sending-account.ts";
import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02";

/** The notes describe sending accounts and email templates. */
export const EMAIL_FIELDS: FieldTable = {
  provider: ["Over what mail leaves: a mail server, or a provider's HTTP interface.", "smtp"],
  host: ["The mail server's name.", "127.0.0.1"],
  port: ["The mail server's port.", 3025],
  username: ["For signing in to the mail server; without one nobody signs in.", "demo"],
  password: ["For signing in. It is sealed when stored and never shown; empty keeps the stored one.", "demo"],
  encryption: ["none, STARTTLS, or TLS from the first byte.", "starttls"],
  from_address: ["The sender's address.", "orders@shop.example"],
  from_addresses: [
    "Senders that a send may name in `from` besides `from_address`: addresses, or `*@` with a domain for all of its addresses. Absent where none was given.",
    ["billing@shop.example", "*@news.shop.example"],
  ],
  "EmailNotificationRequest.from": [
    "The sender's address: the account's `from_address`, or one that its `from_addresses` allow. Left out, it is `from_address`.",
    "billing@shop.example",
  ],
  from_name: ["The sender's name.", "Shop"],
  "EmailNotificationRequest.from_name": ["Overrides the account's sender name for this mail.", "Shop"],
  is_default: ["Used by requests that name no account.", false],
  "OwnChatAccount.is_default": ["It is the caller's default.", false],
  "ChatAccount.is_default": ["It is the default of each of its owners.", false],
  max_connections: [
    `The most connections that one worker environment opens to the server; ${DEFAULT_CONNECTIONS} when left out.`,
    5,
  ],
  trusted_domains: ["Recipients may only be in these domains; empty allows all.", ["example.com"]],
  api_allowed_domains: ["Web pages on these hosts may send with it; empty allows all callers.", ["shop.example"]],
  endpoint: ["The address that a mail is posted to.", "https://mail.provider.example/v1/send"],
  api_key: ["The provider's key. It is sealed when stored and never shown; empty keeps the stored one.", "key-1"],
  auth_header_name: ["The header that carries the key.", "Authorization"],
  auth_value_template: ["A Go template of that header's value.", "Bearer {{.APIKey}}"],
  body_template: ["A Go template of the JSON body that is posted.", '{"to":{{json .To}},"subject":{{json .Subject}}}'],
  "SendingAccount.label": ["Its name in lists; the sender's name where there is no other.", "Shop"],
  "testSendingAccount.recipient": ["The account's from_address when left out.", "you@example.test"],
  "testSendingAccount.status": ["The server has taken the mail.", "sent"],
  "EmailTemplate.subject": ["A Go text/template; its result is folded to one line.", "Welcome, {{.name}}"],
  "EmailTemplate.version": [
    "From 1, one more at every write. It, strict and escape are there once an option or a restore was used.",
    2,
  ],
  templates: ["Oldest first."],
  versions: ["Newest first."],
  version: ["From 1, one more at every write.", 2],
  alias: ["A name that sends may say instead of the id.", "welcome"],
  strict: ["Whether a send is refused that leaves a variable out which the mail needs.", true],
  escape: ["Whether what the body prints is escaped for its place in the HTML.", "none"],
  warnings: [
    "What may go wrong with the mail although it renders.",
    ["the body prints variables without escaping them"],
  ],
  "TemplatePreview.subject": ["As it would be mailed.", "Welcome, Ana"],
  "TemplatePreview.body": ["As it would be mailed.", "Dear Ana, welcome."],
  "TemplatePreview.text": [
    "The plain part that is derived from a body of HTML, where it was asked for.",
    "Dear Ana, welcome.",
  ],
  "TemplatePreview.variables": ["What the templates use, in order of first mention.", ["name"]],
  "TemplatePreview.missing": [
    "Those of them that are absent and were printed or handed to a function, in order of first use.",
    ["name"],
  ],
  "TemplatePreview.unfilled": [
    "Those of the missing ones that the mail shows as `<no value>`, where it was asked for: one with a default, or that is only compared, is not seen.",
    ["name"],
  ],
  samples: [
    "Values by the variables' names: texts, and any JSON for names that a send gives in data.",
    { name: "Ana", items: [{ name: "Tea", quantity: 2 }] },
  ],
  "previewEmailTemplate.with_text": ["Also the plain part that is derived from a body of HTML.", true],
  "previewEmailTemplate.with_unfilled": ["Also which of the missing ones the mail shows as `<no value>`.", true],
  "previewEmailTemplate.with_faults": [
    "A field that does not parse or render refuses nothing: it is answered as it is written.",
    true,
  ],
  "TemplatePreview.faults": ["Where it was asked for: the fields that are answered as they are written, and why.", []],
  "TemplateFault.detail": [
    "The engine's message, with the line and mostly the column.",
    'template: body:1:25: executing "body" at <.items>: range can\'t iterate over Tea',
  ],
  "previewEmailTemplate.subject": ["A Go text/template.", "Welcome, {{.name}}"],
  variables: ["Data for the template; names are case-sensitive.", { name: "Ana" }],
  "TemplateFault.during": ["`parse`: the text is no template; `render`: it is one, and fails with these values."],
  smtp_account_id: ["The default account when left out.", ID],
  ...inEach(["EmailNotificationRequest", "previewEmailTemplate", "testEmailTemplate"], {
    data: [
      "Values of any JSON for the template, such as numbers, lists and objects, under other names than those of variables; only with a template. At most 256 KiB, 32 levels and 10,000 values.",
      { items: [{ name: "Tea", quantity: 2 }] },
    ],
  }),
  ...inEach(["account", "createSendingAccount", "replaceSendingAccount"], {
    from_address: ["The sender address of every mail that names no other one in `from`.", "orders@shop.example"],
    from_addresses: [
      "Senders that a send may name in `from` besides `from_address`: at most 100 addresses, or `*@` with a domain for all of its addresses, but not for those of its subdomains.",
      ["billing@shop.example", "*@news.shop.example"],
    ],
    trusted_domains: ["Allowed recipient domains; empty means no restriction.", ["example.com"]],
    api_allowed_domains: ["Hosts allowed in Origin or Referer; empty means no restriction.", ["shop.example"]],
  }),
  ...inEach(["createChatAccount", "replaceChatAccount"], {
    is_default: ["Makes it the default of each of its owners, taking the place of any other.", false],
  }),
  ...inEach(["AnnouncedSendingAccount", "SendingAccount"], {
    max_connections: [`Where the account has a setting of its own; otherwise ${DEFAULT_CONNECTIONS}.`, 5],
  }),
  ...inEach(["createSendingAccount", "replaceSendingAccount"], {
    label: ["Internal name; the sender name of last resort.", "Shop"],
  }),
  ...inEach(["EmailTemplate", "previewEmailTemplate"], { body: ["A Go text/template.", "Dear {{.name}}, welcome."] }),
  ...inEach(["createEmailTemplate", "replaceEmailTemplate"], {
    subject: ["Go text/template.", "Welcome, {{.name}}"],
    body: ["Go text/template.", "Dear {{.name}}, welcome."],
    alias: ["A name that sends may say instead of the id; left out, there is none.", "welcome"],
    strict: ["Refuses a send that leaves a variable out which the mail needs.", true],
  }),
  ...inEach(["EmailTemplate", "createEmailTemplate", "replaceEmailTemplate"], {
    name: ["Its name in lists.", "Welcome"],
  }),
  ...inEach(["createEmailTemplate", "previewEmailTemplate", "replaceEmailTemplate"], {
    escape: [
      "html escapes what the body prints for its place, as Go's html/template; only with body_type html.",
      "none",
    ],
  }),
};
