import { CHAT_MAX_ATTEMPTS } from "../chat/sending/max-attempts.ts";
import type { Intake, Outlet } from "../notifications/channel.ts";

/** The channel's stores and the provider's client are loaded by the first chat message of an environment: most see emails only. */
export function chatIntakeOnDemand(): Intake<"chat"> {
  const load = async () => (await import("./chat-intake.ts")).loadedChatIntake();
  return {
    maxAttempts: CHAT_MAX_ATTEMPTS,
    check: async (...call) => (await load()).check(...call),
    beforeQueued: async (...call) => (await load()).beforeQueued?.(...call),
  };
}

export function chatOutletOnDemand(): Outlet {
  const load = async () => (await import("./chat-outlet.ts")).loadedChatOutlet();
  return { send: async (claimed, turn) => (await load()).send(claimed, turn) };
}
