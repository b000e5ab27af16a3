import type { OfEveryChannel } from "./channel-names.ts";

/** Says whether a channel's platform reports that a message arrived. A message of another channel counts as delivered when it is sent. */
export const REPORTS_DELIVERY: OfEveryChannel<boolean> = { email: false, chat: true };
