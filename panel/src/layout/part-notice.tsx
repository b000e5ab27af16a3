import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../components/button.tsx";
import { missingParts, servedPanel } from "../components/missing-parts.ts";
import { Notice } from "../components/notice.tsx";
import { useHasUnsaved } from "./guarded-location.tsx";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
/** If no part was missing for this long, the attempts are counted from the start again. */
const SETTLED_MS = 5000;

type Reason = "unreachable" | "replaced" | "broken";

const TEXT = {
  unreachable: {
    title: "A part of this page could not be loaded",
    text: "Herald cannot be reached. The page tries again by itself; what you typed stands.",
  },
  replaced: {
    title: "There is a new version of the panel",
    text: "A part of this page is no longer there. What you typed stands: save or copy it, then reload.",
  },
  broken: {
    title: "A part of this page could not be loaded",
    text: "What you typed stands: save or copy it, then reload.",
  },
} as const satisfies Record<Reason, { title: string; text: string }>;

/** Says why the code of a part could not be loaded and how to get it. */
export function PartNotice() {
  const turn = useSyncExternalStore(missingParts.subscribe, missingParts.turn);
  const reason = useReason(turn);
  return (
    <div role="status">
      {turn > 0 && reason && (
        <Notice kind="warn" title={TEXT[reason].title}>
          <p>{TEXT[reason].text}</p>
          {reason !== "unreachable" && (
            <div>
              <Button isSmall onClick={() => location.reload()}>
                Reload
              </Button>
            </div>
          )}
        </Notice>
      )}
    </div>
  );
}

const UNTRIED = { wasDown: false, isTried: false };

/**
 * Loads the missing parts again once the panel is served, and returns why they are still missing. Browsers may remember a failed import, so
 * after another failure the page is reloaded, unless a reload would lose unsaved changes.
 */
function useReason(turn: number): Reason | undefined {
  const hasUnsaved = useHasUnsaved();
  const [reason, setReason] = useState<Reason>();
  const seen = useRef(UNTRIED);
  useEffect(() => {
    if (turn === 0) {
      const timer = setTimeout(() => {
        seen.current = UNTRIED;
      }, SETTLED_MS);
      return () => clearTimeout(timer);
    }
    const onServed = (isOther: boolean) => {
      const step = nextStep({ ...seen.current, isOther, hasUnsaved: hasUnsaved() });
      seen.current = { ...seen.current, isTried: true };
      if (step === "retry") missingParts.retryAll();
      else if (step === "reload") location.reload();
      else setReason(step);
    };
    const onNone = () => {
      seen.current = { wasDown: true, isTried: false };
      setReason("unreachable");
    };
    const stop = askUntilServed(onServed, onNone);
    return () => stop();
  }, [turn, hasUnsaved]);
  return reason;
}

interface Seen {
  readonly wasDown: boolean;
  readonly isTried: boolean;
  readonly isOther: boolean;
  readonly hasUnsaved: boolean;
}

function nextStep({ wasDown, isTried, isOther, hasUnsaved }: Seen): "retry" | "reload" | "replaced" | "broken" {
  if (isOther) return "replaced";
  if (!isTried) return "retry";
  return wasDown && !hasUnsaved ? "reload" : "broken";
}

/** Asks at growing intervals whether a panel is served, and calls `onNone` each time that none is. The returned function stops the asking. */
function askUntilServed(onServed: (isOther: boolean) => void, onNone: () => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (waitMs: number) => {
    const served = await servedPanel();
    if (isOver) return;
    if (served !== "none") return onServed(served === "other");
    onNone();
    timer = setTimeout(ask, waitMs, Math.min(LONGEST_WAIT_MS, waitMs * 2));
  };
  void ask(FIRST_WAIT_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
