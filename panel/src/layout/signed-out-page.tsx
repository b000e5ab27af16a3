import { Button } from "@mantine/core";

/** Nobody is signed in here, so there is no navigation; the plain link starts a sign-in. */
export const SignedOutPage = () => (
  <main className="outside">
    <img src="/icon.svg" alt="" width="48" height="48" />
    <h1>You are signed out</h1>
    <p>Herald keeps nothing of this sign-in on this computer.</p>
    <Button component="a" href="/" variant="filled">
      Sign in
    </Button>
  </main>
);

/** Shown in the sign-in window when the browser does not let it close itself. */
export const SignedInPage = () => (
  <main className="outside">
    <img src="/icon.svg" alt="" width="48" height="48" />
    <h1>You are signed in</h1>
    <p>Close this window: the page that you came from goes on.</p>
  </main>
);

export const SignInFailedPage = ({ message }: { readonly message: string }) => (
  <main className="outside">
    <img src="/icon.svg" alt="" width="48" height="48" />
    <h1>Signing in did not work</h1>
    <p role="alert">{message}</p>
    <Button component="a" href="/" variant="filled">
      Try again
    </Button>
  </main>
);
