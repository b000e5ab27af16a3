import { Link } from "wouter";
import { Icon } from "../components/icon.tsx";
import { aheadText, shortTestTimeText, testTimeText } from "../explain/test-clock.ts";
import { useSecondsNow } from "../session/use-now.ts";
import { useTestClock } from "../session/use-test-clock.ts";
import { useSwitchMode } from "./use-switch-mode.ts";

/** Says on every page that it shows test mode, and leads to the sandbox and back to live mode. */
export function TestBand() {
  const switchMode = useSwitchMode();
  return (
    <section className="test-band" aria-label="Test mode">
      <Icon name="test" />
      <strong>Test mode</strong>
      <span className="cut desk">Nothing leaves but test webhooks.</span>
      <span className="grow" />
      <TestTime />
      <Link to="/sandbox" className="band-action">
        Sandbox
      </Link>
      <button type="button" className="band-action" onClick={() => switchMode("live")}>
        Leave<span className="desk">test mode</span>
      </button>
    </section>
  );
}

/** The clock runs on from second to second. */
function TestTime() {
  const { data: clock } = useTestClock();
  const now = useSecondsNow();
  if (clock === undefined) return null;
  return (
    <Link to="/sandbox" className="row num band-time" title="Test time: move it in the sandbox">
      <Icon name="clock" className="desk" />
      <time dateTime={new Date(now).toISOString()}>
        <span className="desk">{testTimeText(now)}</span>
        <span className="phone">{shortTestTimeText(now)}</span>
      </time>
      {clock.advanced_seconds > 0 && <span className="desk">{aheadText(clock.advanced_seconds)} ahead</span>}
    </Link>
  );
}
