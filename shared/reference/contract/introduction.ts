/** The page of the API reference begins with this Markdown. */
export const INTRODUCTION = `Notification delivery: accepted once, delivered once, explained always.

## Credentials
Each operation names the credential that it takes, in the header \`Authorization: Bearer …\`.
- An **API key** (\`hrld_…\`) is for programs: it sends, follows notifications, and reads and answers conversations. Create one on the panel's page *API keys*.
- An **access token** of your identity provider is for people and for setting up: accounts, templates, webhooks.

The wrong kind is answered 401 with \`code\` \`access_token_required\` or \`api_key_required\`.

## Errors
An error is \`{"error": "…", "code": "…"}\`. Decide by the status and the \`code\`, which are stable, and not by the words. A body with several mistakes lists them all in \`errors\`, each with its \`field\`. Unknown fields are refused.

## Pages
Lists take \`limit\` and \`cursor\`. Send the answer's \`next_cursor\` as the next \`cursor\`, with the same filters, until there is none.

## Limits
Each credential has a rate of requests to \`/api/v1\`. Above it, the answer is 429 with \`Retry-After\`; wait, and send the same request again. A body has at most 1 MiB.

## Safe repeats
A send that got no answer may have been accepted. Send an \`Idempotency-Key\` with it, a value of your own such as the order's number, and repeat the request with the same key: it is carried out once, and answered as the first time.

## Samples
Choose the language above a sample. *Herald client* is the client for TypeScript, \`@herald/client\`; the guide on it says how to install it.

## Trying it
On the stack of \`npm start\`, this page fills in a credential of the right kind for every operation, and mails stay in the local mailbox. Examples change real records of that stack.`;

/** The public part of the reference ends its introduction with this Markdown. */
export const WHERE_THE_REST_IS = `

## Internal operations
What the panel and administrators call is in [a reference of its own](/docs/internal).`;

/** The internal part of the reference begins with this Markdown. */
export const INTERNAL_INTRODUCTION = `What the panel's pages call, for people who are signed in, and what administrators set up chat with. These operations change with the panel, so programs use [the public ones](/docs).

Errors, pages, limits and safe repeats are as in the public reference. The credential is an **access token** of your identity provider; administrators' operations need the role of administrators too.`;
