import { blobs, dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoSandboxMails } from "./dynamo/sandbox-mails.ts";

export const sandboxMails = /* @__PURE__ */ once(
  () => new DynamoSandboxMails(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().realClock, blobs }),
);
