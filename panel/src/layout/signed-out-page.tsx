import { Button } from "@mantine/core";

/** Outside the panel proper: nobody is signed in, so there is nothing to navigate to. A plain link starts a sign-in. */
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

/** In the window that another page opened to sign in; browsers that let it close itself never show this. */
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
