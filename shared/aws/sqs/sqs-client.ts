import { createHash } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Owner } from "../../kernel/owner.ts";
import { callLimits } from "../call-limits.ts";

/**
 * The timeouts are long enough for a process that is itself overloaded. Three tries fit into the 29 s of an API
 * function.
 */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 7000;

const GROUP_CHARACTERS = 22;
const MAX_ATTEMPTS = 3;

export const sqsClient = (): SQSClient =>
  new SQSClient({
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
    maxAttempts: MAX_ATTEMPTS,
    // The SDK then builds the middleware stack of a command only once.
    cacheMiddleware: true,
  });

/**
 * A message group makes a standard queue a fair queue (D25). The group is a hash, since an owner's name may hold
 * characters that SQS does not allow in a group.
 */
export const messageGroupOf = (owner: Owner): string =>
  createHash("sha256").update(owner).digest("base64url").slice(0, GROUP_CHARACTERS);
