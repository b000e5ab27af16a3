/** All checks of the stacks are in one test file, so that the CDK is loaded only once, which takes seconds. */
import "./stacks/chat-topic-checks.ts";
import "./stacks/data-stack-checks.ts";
import "./stacks/functions-checks.ts";
import "./stacks/http-api-checks.ts";
import "./stacks/nag-checks.ts";
import "./stacks/permissions-checks.ts";
import "./stacks/proof-checks.ts";
import "./stacks/queues-checks.ts";
import "./stacks/returned-mail-checks.ts";
import "./stacks/streams-checks.ts";
