import { usePanel } from "../../session/session-context.tsx";
import { LiveSandbox } from "./live-sandbox.tsx";
import { TestSandbox } from "./test-sandbox.tsx";

/** Shows what test mode has done: its clock, the mails that were sent, and its customers. In live mode it leads to test mode. */
export function SandboxPage() {
  const { mode } = usePanel();
  return mode === "test" ? <TestSandbox /> : <LiveSandbox />;
}
