import { invalid } from "../../../shared/kernel/refusal.ts";
import type { Reviewer } from "../../../shared/notifications/channel.ts";
import { type EchoContent, echoIn } from "./echo-content.ts";

export const echoReviewer: Reviewer<EchoContent> = {
  review: echoIn,
  edit(content, { subject, body: shout }) {
    if (subject !== undefined || !shout) throw invalid("an echo has a body only");
    const edited: EchoContent = { ...echoIn(content), shout };
    return { content: edited, title: shout };
  },
};
