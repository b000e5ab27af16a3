import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { isReplaced, missingParts } from "./missing-parts.ts";
import { Notice } from "./notice.tsx";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** For parts of the page that did not load: either the panel has a new version, or the service cannot be reached and is tried again. */
export function PartNotice() {
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.count) > 0;
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    if (!isMissing || isOld) return;
    let waitMs = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout>;
    const tryAgain = async () => {
      if (await isReplaced()) return setIsOld(true);
      missingParts.retryAll();
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
      timer = setTimeout(tryAgain, waitMs);
    };
    timer = setTimeout(tryAgain, waitMs);
    void isReplaced().then(setIsOld);
    return () => clearTimeout(timer);
  }, [isMissing, isOld]);
  return (
    <div role="status">
      {isOld && (
        <Notice kind="warn" title="There is a new version of the panel">
          <p>A part of this page is no longer there. What you typed stands: save or copy it, then reload.</p>
          <div>
            <Button isSmall onClick={() => location.reload()}>
              Reload
            </Button>
          </div>
        </Notice>
      )}
      {isMissing && !isOld && (
        <Notice kind="warn" title="A part of this page could not be loaded">
          <p>Herald cannot be reached. The page tries again by itself; what you typed stands.</p>
        </Notice>
      )}
    </div>
  );
}
