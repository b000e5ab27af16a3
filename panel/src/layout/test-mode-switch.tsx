import { usePanel } from "../session/session-context.tsx";
import { useSwitchMode } from "./use-switch-mode.ts";

/** Goes into test mode, and back. */
export function TestModeSwitch() {
  const { mode } = usePanel();
  const switchMode = useSwitchMode();
  const isTest = mode === "test";
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isTest}
      className="nav mode-switch"
      onClick={() => switchMode(isTest ? "live" : "test")}
    >
      <span className="track" aria-hidden="true" />
      Test mode
    </button>
  );
}
