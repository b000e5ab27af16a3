import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useSyncExternalStore } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { part } from "../components/part.tsx";
import { usePanel } from "../session/session-context.tsx";
import { useHasUnsaved } from "./guarded-location.tsx";

const SignInDialog = part(async () => (await import("./sign-in-dialog.tsx")).SignInDialog);

/** Asks for a new sign-in when the session has ended; the page stays, with everything typed on it. */
export function SignInAgain() {
  const { session } = usePanel();
  const hasUnsaved = useHasUnsaved();
  const queryClient = useQueryClient();
  const isAsking = useSyncExternalStore(session.subscribe, session.isAsking);
  const isPutOff = useSyncExternalStore(session.subscribe, session.isPutOff);
  const ask = useCallback(async () => {
    // The queries that were refused before this sign-in run again.
    if (await session.askToSignIn()) await queryClient.invalidateQueries();
  }, [session, queryClient]);
  useEffect(() => {
    const stop = session.onSignedOutElsewhere(() => {
      if (hasUnsaved()) void ask();
      else session.leaveSignedOut();
    });
    return () => stop();
  }, [session, hasUnsaved, ask]);
  return (
    <>
      <div role="status">
        {isPutOff && !isAsking && (
          <Notice kind="warn" title="You are not signed in">
            <p>What you typed stands, and cannot be saved before you sign in.</p>
            <div>
              <Button isSmall onClick={() => void ask()}>
                Sign in…
              </Button>
            </div>
          </Notice>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <SignInDialog session={session} />
        </Suspense>
      )}
    </>
  );
}
