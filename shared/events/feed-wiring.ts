import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoFeed } from "./dynamo/feed.ts";

/** The feed has a file of its own: the services of events know the webhooks, and those know the feed. */
export const feed = /* @__PURE__ */ once(
  () => new DynamoFeed(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
);

export const eventFeedServices = /* @__PURE__ */ once(() => ({ ...basics(), feed: feed(), cursors: cursors() }));
