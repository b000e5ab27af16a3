/** One test file, so that the CDK, which takes seconds to load, is loaded once for all that is checked of the stacks. */
import "./stacks/chat-topic-checks.ts";
import "./stacks/data-stack-checks.ts";
import "./stacks/functions-checks.ts";
import "./stacks/http-api-checks.ts";
import "./stacks/nag-checks.ts";
import "./stacks/permissions-checks.ts";
import "./stacks/proof-checks.ts";
import "./stacks/queues-checks.ts";
import "./stacks/streams-checks.ts";
