import { invalid } from "../../../shared/kernel/refusal.ts";
import type { Intake } from "../../../shared/notifications/channel.ts";
import { oneLine } from "../../../shared/notifications/domain/title.ts";
import { type EchoContent, echoIn } from "./echo-content.ts";
import type { EchoRequest } from "./echo-request.ts";

export const ECHO_ACCOUNT = "b7a1f5f6-3d0c-4c1e-9a55-2f6f1f0e6f01";

export const echoIntake: Intake<EchoRequest> = {
  maxAttempts: 2,
  async check(_owner, { recipient, shout }) {
    if (shout.length > 100) throw invalid("shout must have at most 100 characters");
    const content: EchoContent = { channel: "echo", recipient, shout };
    return { accountId: ECHO_ACCOUNT, content, title: oneLine(shout) };
  },
  checkAgain: async () => undefined,
  readdress: async (content, _first, to) => {
    if (to === undefined) return content;
    if (to.kind === "failed") throw invalid("an echo has one recipient");
    return { ...echoIn(content), recipient: to.address };
  },
};
