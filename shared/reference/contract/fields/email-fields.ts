import { DEFAULT_CONNECTIONS } from "../../../email/domain/sending-account.ts";
import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02";

/** The notes describe sending accounts and email templates. */
export const EMAIL_FIELDS: FieldTable = {
  provider: ["The way by which mails leave: a mail server, or a provider's HTTP interface.", "smtp"],
  host: ["The mail server's name.", "127.0.0.1"],
  port: ["The mail server's port.", 3025],
  username: ["The name for signing in to the mail server; without a name Herald does not sign in.", "demo"],
  password: [
    "The password for signing in to the mail server. It is sealed when stored and never shown; an empty text keeps the stored password.",
    "demo",
  ],
  encryption: ["The encryption of the connection: none, STARTTLS, or TLS from the first byte.", "starttls"],
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
  return_path: [
    "Mails come back to this address, with a token in it. Absent where none was given.",
    "b@bounces.shop.example",
  ],
  "EmailNotificationRequest.from_name": ["Overrides the account's sender name for this mail.", "Shop"],
  is_default: ["Whether requests that name no account use this one.", false],
  "OwnChatAccount.is_default": ["Whether the account is the caller's default.", false],
  "ChatAccount.is_default": ["Whether the account is the default of each of its owners.", false],
  max_connections: [
    `The most connections that one worker environment opens to the server; ${DEFAULT_CONNECTIONS} when left out.`,
    5,
  ],
  trusted_domains: [
    "The account sends only to recipients in these domains; an empty list allows all.",
    ["example.com"],
  ],
  api_allowed_domains: [
    "Web pages on these hosts may send through the account; an empty list allows all callers.",
    ["shop.example"],
  ],
  endpoint: ["The address that a mail is posted to.", "https://mail.provider.example/v1/send"],
  api_key: [
    "The key for the provider. It is sealed when stored and never shown; an empty text keeps the stored key.",
    "key-1",
  ],
  auth_header_name: ["The header that carries the key.", "Authorization"],
  auth_value_template: ["A Go template of the value of the header that carries the key.", "Bearer {{.APIKey}}"],
  body_template: ["A Go template of the JSON body that is posted.", '{"to":{{json .To}},"subject":{{json .Subject}}}'],
  "SendingAccount.label": [
    "The account's name in lists; also the sender's name of mails that have no other one.",
    "Shop",
  ],
  "testSendingAccount.recipient": [
    "The recipient of the test mail; the account's from_address when left out.",
    "you@example.test",
  ],
  "testSendingAccount.status": ["The server has taken the mail.", "sent"],
  "EmailTemplate.subject": ["The subject, a Go text/template; its result is folded to one line.", "Welcome, {{.name}}"],
  "EmailTemplate.version": [
    "The version, which begins at 1 and grows by 1 with every write. The fields `version`, `strict` and `escape` are present once the template has used an option or was restored.",
    2,
  ],
  templates: ["The templates, oldest first."],
  versions: ["The versions, newest first."],
  version: ["The version, which begins at 1 and grows by 1 with every write.", 2],
  alias: ["A name that requests may give instead of the template's id.", "welcome"],
  strict: ["Whether a request is refused if it lacks a variable that the mail needs.", true],
  escape: ["Whether the values that the body prints are escaped for their place in the HTML.", "none"],
  warnings: [
    "What may go wrong with the mail although it renders.",
    ["the body prints variables without escaping them"],
  ],
  "TemplatePreview.subject": ["The subject as it would be mailed.", "Welcome, Ana"],
  "TemplatePreview.body": ["The body as it would be mailed.", "Dear Ana, welcome."],
  "TemplatePreview.text": [
    "The plain text that is derived from an HTML body, if the request asked for it.",
    "Dear Ana, welcome.",
  ],
  "TemplatePreview.variables": [
    "The variables that the template uses, in the order in which it first names them.",
    ["name"],
  ],
  "TemplatePreview.missing": [
    "The variables without a value that the template printed or gave to a function, in the order of their first use.",
    ["name"],
  ],
  "TemplatePreview.unfilled": [
    "The missing variables that the mail shows as `<no value>`, if the request asked for them. A variable that has a default, or that is only compared, is not among them.",
    ["name"],
  ],
  samples: [
    "Sample values by the variables' names: texts, and any JSON for the names that a request gives in `data`.",
    { name: "Ana", items: [{ name: "Tea", quantity: 2 }] },
  ],
  "previewEmailTemplate.with_text": ["Whether to return also the plain text that is derived from an HTML body.", true],
  "previewEmailTemplate.with_unfilled": [
    "Whether to return also which missing variables the mail shows as `<no value>`.",
    true,
  ],
  "previewEmailTemplate.with_faults": [
    "Whether a field that does not parse or render is answered as it is written, instead of a refusal.",
    true,
  ],
  "TemplatePreview.faults": [
    "The fields that are answered as they are written, and why; only if the request asked for them.",
    [],
  ],
  "TemplateFault.detail": [
    "The message of the template engine, with the line and usually the column.",
    'template: body:1:25: executing "body" at <.items>: range can\'t iterate over Tea',
  ],
  "previewEmailTemplate.subject": ["The subject, a Go text/template.", "Welcome, {{.name}}"],
  variables: ["Values for the template's variables, as texts; upper and lower case in names differ.", { name: "Ana" }],
  "TemplateFault.during": [
    "When the fault was found. `parse`: the text is no template; `render`: the template fails with these values.",
  ],
  smtp_account_id: ["The id of the sending account; the default account when left out.", ID],
  ...inEach(["EmailNotificationRequest", "previewEmailTemplate", "testEmailTemplate"], {
    data: [
      "Values for the template in any JSON, such as numbers, lists and objects, under other names than those in `variables`; only with a template. The values have at most 256 KiB and 32 levels, and there are at most 10,000.",
      { items: [{ name: "Tea", quantity: 2 }] },
    ],
  }),
  ...inEach(["account", "createSendingAccount", "replaceSendingAccount"], {
    return_path: [
      "Mails that cannot be delivered come back to this address, an address of the deployment's bounce domain with 1 to 20 of `a-z`, `0-9`, `.`, `_` and `-` before the at sign. Left out or empty, they come back to `from_address`.",
      "b@bounces.herald.test",
    ],
    from_address: ["The sender address of every mail that names no other one in `from`.", "orders@shop.example"],
    from_addresses: [
      "Senders that a send may name in `from` besides `from_address`: at most 100 addresses, or `*@` with a domain for all of its addresses, but not for those of its subdomains.",
      ["billing@shop.example", "*@news.shop.example"],
    ],
    trusted_domains: [
      "The account sends only to recipients in these domains; an empty list allows all.",
      ["example.com"],
    ],
    api_allowed_domains: [
      "The hosts that a request may name in Origin or Referer; an empty list allows all.",
      ["shop.example"],
    ],
  }),
  feedback_topic_arn: [
    "The ARN of the SNS topic to which Amazon SES publishes the bounces, complaints and deliveries of this account's mails; shown where it is set. It is not the topic of chat events.",
    "arn:aws:sns:eu-west-1:123456789012:ses-feedback",
  ],
  ...inEach(["createChatAccount", "replaceChatAccount"], {
    is_default: [
      "Whether the account becomes the default of each of its owners, in place of any other account.",
      false,
    ],
  }),
  ...inEach(["AnnouncedSendingAccount", "SendingAccount"], {
    max_connections: [
      `The most connections that one worker environment opens to the server; absent when the account uses the default of ${DEFAULT_CONNECTIONS}.`,
      5,
    ],
  }),
  ...inEach(["createSendingAccount", "replaceSendingAccount"], {
    label: ["A name for people; the sender's name of mails that have no other one.", "Shop"],
  }),
  ...inEach(["EmailTemplate", "previewEmailTemplate"], {
    body: ["The body, a Go text/template.", "Dear {{.name}}, welcome."],
  }),
  ...inEach(["createEmailTemplate", "replaceEmailTemplate"], {
    subject: ["The subject, a Go text/template.", "Welcome, {{.name}}"],
    body: ["The body, a Go text/template.", "Dear {{.name}}, welcome."],
    alias: [
      "A name that requests may give instead of the template's id; when left out, the template has no alias.",
      "welcome",
    ],
    strict: ["Whether a request is refused if it lacks a variable that the mail needs.", true],
  }),
  ...inEach(["EmailTemplate", "createEmailTemplate", "replaceEmailTemplate"], {
    name: ["The template's name in lists.", "Welcome"],
  }),
  ...inEach(["createEmailTemplate", "previewEmailTemplate", "replaceEmailTemplate"], {
    escape: [
      "`html` escapes the values that the body prints for their place in the HTML, as Go's html/template does; only with body_type html.",
      "none",
    ],
  }),
};
