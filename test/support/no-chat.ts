import type { Intake, Outlet } from "../../shared/notifications/channel.ts";

const nobodyCalls = () => Promise.reject(new Error("this test has no chat"));

/** An intake of the chat channel for tests of emails, which never call it. */
export const noChatIntake: Intake = {
  maxAttempts: 3,
  check: nobodyCalls,
  checkAgain: nobodyCalls,
  readdress: nobodyCalls,
};
export const noChatOutlet: Outlet = { send: nobodyCalls };
