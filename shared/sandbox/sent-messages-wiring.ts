import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoSentMessages } from "./dynamo/sent-messages.ts";

export const sentMessages = /* @__PURE__ */ once(
  () => new DynamoSentMessages(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().realClock }),
);
