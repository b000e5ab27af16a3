import { createHash } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Owner } from "../../kernel/owner.ts";
import { callLimits } from "../call-limits.ts";

/** Long enough for a process that is flooded itself; three times within an API function's 29 s. */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 7000;

const GROUP_CHARACTERS = 22;
const MAX_ATTEMPTS = 3;

export const sqsClient = (): SQSClient =>
  new SQSClient({
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
    maxAttempts: MAX_ATTEMPTS,
    // The steps of a command are put together once.
    cacheMiddleware: true,
  });

/** D25: on a standard queue the group makes it a fair queue. A hash, since an owner may hold characters that a group may not. */
export const messageGroupOf = (owner: Owner): string =>
  createHash("sha256").update(owner).digest("base64url").slice(0, GROUP_CHARACTERS);
