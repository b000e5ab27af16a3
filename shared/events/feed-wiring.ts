import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoFeed } from "./dynamo/feed.ts";

/** Apart from the other services of events: those know the webhooks, whose services know the feed. */
export const feed = /* @__PURE__ */ once(
  () => new DynamoFeed(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
);

/** For reading the feed. */
export const eventFeedServices = /* @__PURE__ */ once(() => ({ ...basics(), feed: feed(), cursors: cursors() }));
