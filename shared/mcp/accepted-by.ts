import type * as z from "zod";
import type { Notification } from "../notifications/domain/notification.ts";
import type { ToolCaller } from "./bound-tool.ts";
import type { acceptedView } from "./contract/accepted-view.ts";

/** Makes the result of a tool that sends. With a key that demands it, what was accepted waits for a person (D47e). */
export const acceptedBy = ({ key }: ToolCaller, { id }: Notification): z.input<typeof acceptedView> => ({
  notification_id: id,
  status: "pending",
  ...(key?.approval === undefined ? {} : { approval: key.approval }),
});
