import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { SqsSandboxQueue } from "./sqs/sandbox-queue.ts";

export const sandboxQueue = /* @__PURE__ */ once(() => new SqsSandboxQueue(sqsClient(), config("SANDBOX_QUEUE_URL")));
