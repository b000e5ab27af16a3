import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { part } from "../components/part.tsx";
import { usePanel } from "../session/session-context.tsx";
import { useHasUnsaved } from "./guarded-location.tsx";

const SignInDialog = part(async () => (await import("./sign-in-dialog.tsx")).SignInDialog);

/** Asks for a new sign-in when the one before has ended; the page stands meanwhile, with what was typed on it. */
export function SignInAgain() {
  const { session } = usePanel();
  const hasUnsaved = useHasUnsaved();
  const queryClient = useQueryClient();
  const isAsking = useSyncExternalStore(session.subscribe, session.isAsking);
  useEffect(
    () =>
      session.onSignedOutElsewhere(() => {
        if (!hasUnsaved()) return session.leaveSignedOut();
        // What was refused meanwhile is asked for again.
        void session.askToSignIn().then((isSignedIn) => {
          if (isSignedIn) void queryClient.invalidateQueries();
        });
      }),
    [session, hasUnsaved, queryClient],
  );
  if (!isAsking) return null;
  return (
    <Suspense>
      <SignInDialog session={session} />
    </Suspense>
  );
}
