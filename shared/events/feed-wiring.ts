import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoFeed } from "./dynamo/feed.ts";

/** The feed has a wiring file of its own, because the services of events need those of webhooks, which need the feed. */
export const feed = /* @__PURE__ */ once(
  () => new DynamoFeed(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
);

export const eventFeedServices = /* @__PURE__ */ once(() => ({ ...basics(), feed: feed(), cursors: cursors() }));
