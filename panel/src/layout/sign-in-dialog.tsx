import { useEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import type { Session } from "../session/session.ts";

const TEXT = {
  idle: "Your sign-in has ended. Nothing that you typed is lost: sign in, and this page goes on.",
  open: "Sign in in the window that has opened. This page goes on by itself.",
  forbidden: "The browser did not open a window. Allow this page to open one, and try again.",
  somebodyElse: "Somebody else has signed in. This page is yours: sign in with the name that you had.",
} as const;

/** The sign-in opens in a second window, because a redirect to the identity provider would leave the page. */
export function SignInDialog({ session }: { readonly session: Session }) {
  const [state, setState] = useState<keyof typeof TEXT>("idle");
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  const signIn = () => {
    close.current?.();
    const opened = session.openSignInWindow(() => setState("somebodyElse"));
    close.current = opened.close;
    setState(opened.isOpen ? "open" : "forbidden");
  };
  return (
    <Dialog title="Sign in again" onClose={() => session.putOff()}>
      <p className="dialog-body" role="status">
        {TEXT[state]}
      </p>
      <footer className="form-actions">
        <Button onClick={() => session.putOff()}>Not now</Button>
        <Button look="primary" data-autofocus onClick={signIn}>
          Sign in
        </Button>
      </footer>
    </Dialog>
  );
}
