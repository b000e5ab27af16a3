import type { Expander } from "../../../shared/notifications/read/expand-notification.ts";
import { echoIn } from "./echo-content.ts";

export interface ExpandedEcho {
  readonly channel: "echo";
  readonly recipient?: string | undefined;
  readonly loudness?: number | undefined;
}

/** Gives back the request of a call. Only the content has how loud the call was. */
export const echoExpander: Expander<ExpandedEcho> = {
  async expand({ recipient }, content) {
    const loudness = content && echoIn(content).shout.length;
    return { channel: "echo", recipient, loudness };
  },
};
