import { type FieldTable, inEach } from "./field-note.ts";

const NOON = "2026-11-22T12:00:00.000Z";
const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06";

/** The notes describe activity, keys, and trials of sending accounts in the panel. */
export const ACCOUNT_FIELDS: FieldTable = {
  last_four: ["The last four characters of the key; absent for a key that is older than this field.", "q7Rz"],
  replaced_at: [
    "When the key was rotated. The new key works, and this one works until `expires_at`, too.",
    "2026-11-21T12:00:00.000Z",
  ],
  may: [
    "The permissions that the key has, whether they were given or are the usual ones.",
    ["notifications:send", "notifications:read"],
  ],
  permissions: [
    "What the key may do. A key that was made without permissions has all of them but `templates:read`.",
    ["notifications:send", "notifications:read"],
  ],
  limits: ["How much the key may send, and to whom."],
  per_day: ["How many notifications the key may send in one day of UTC.", 500],
  used_today: [
    "How many notifications of its daily limit the key has used today, together with those that share its count. For a key of test mode, today is a day of test time.",
    120,
  ],
  recipients: [
    "The key sends only to recipients that match one of these: email addresses, `*@domain`, phone numbers in E.164, or `+digits*`.",
    ["*@example.com", "+351*"],
  ],
  "ApiKey.mode": ["`test` for a key of test mode; absent for a live key.", "test"],
  mode: ["`test` makes a key of test mode, `live` is as without.", "test"],
  approval: ["With `required`, everything that the key sends waits until a person has approved it.", "required"],
  activity: ["The entries, newest first; each is kept for a year."],
  "Activity.at": ["When the person did it.", NOON],
  actor: ["The person who did it.", "demo"],
  "actor.name": ["The person's name at that time, from the identity provider.", "Ana Silva"],
  "Activity.kind": ["The kind of record.", "api_key"],
  "listActivity.kind": ["Only entries on records of this kind.", "api_key"],
  "listAdministrationActivity.kind": ["Only entries on records of this kind.", "chat_account"],
  action: ["What was done with the record.", "created"],
  record_id: ["The id of the record.", ID],
  record_name: ["The record's name at that time; for a webhook, the host of its `url`.", "Shop server"],
  fields: ["For a changed record, the names of the changed fields.", ["label"]],
  request_id: ["The id of the request, by which the service's log lines of it are found.", "JKJaXmPLvHcESHA="],
  "SendingAccountTrial.sent": ["Whether the server took the mail.", true],
  "SendingAccountTrial.message_id": [
    "The Message-ID as it stands in the mail, with angle brackets.",
    "<019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06@shop.example>",
  ],
  "SendingAccountTrial.field": ["The account's field that the failure is about.", "password"],
  "SendingAccountTrial.response": ["The server's or the provider's own words.", "250 2.0.0 queued as 4F1A"],
  field: ["The field of the account that the failure is about.", "password"],
  steps: ["The steps of the test, in order; a test over an open connection lacks the steps that open it."],
  step: ["The name of the step.", "connect"],
  ms: ["How many milliseconds the step took.", 48],
  "steps.ok": ["Whether the step succeeded.", true],
  selectors: [
    "Selectors of DKIM to look up, separated by commas, besides those that the account's provider is known to use.",
    "google",
  ],
  "SenderDomain.domain": ["The domain of from_address.", "shop.example"],
  "SenderDomain.provider": ["The mail provider, if the account's host is a well-known one.", "Google"],
  "checks.name": ["The kind of DNS record that is checked.", "spf"],
  "checks.state": ["The result. `unknown`: no name server answered, or the selector is not known.", "ok"],
  "checks.host": ["The name in DNS at which the record is, or belongs.", "shop.example"],
  "checks.summary": ["The result in a sentence.", "The domain says which servers send for it."],
  "checks.what_to_do": ["What the owner of the domain can do, in a sentence.", "Add a TXT record."],
  found: ["The record that was found.", "v=spf1 include:_spf.google.com ~all"],
  to_add: ["The TXT record to add.", "v=DMARC1; p=none"],
  linked: ["Whether the cloud provider knows the number.", true],
  display_number: ["The number as receivers see it.", "+34 600 000 001"],
  display_name: ["The name as receivers see it.", "Shop"],
  "ChatAccountNumber.quality": [
    "The quality of the number, in the platform's word: GREEN, YELLOW, RED, or another.",
    "GREEN",
  ],
  names: ["The variables' names."],
  "replaceVariableNames.names": [
    "The new names, which replace all earlier ones; a variable that is left out has no name.",
  ],
  "names.position": ["The number of the variable.", 1],
  "names.name": ["The variable's name in the owner's words.", "order number"],
  ...inEach(["listActivity", "listAdministrationActivity"], {
    actor: ["Only what this person did; the person's `sub`.", "demo"],
  }),
};
