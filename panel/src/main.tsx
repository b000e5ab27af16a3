import { createRoot } from "react-dom/client";
import { errorText } from "./api/api-error.ts";
import { App, Look } from "./app.tsx";
import "./styles/main.css";
import { loadConfig, type PanelConfig } from "./config.ts";
import { keepDoubleClicksTogether } from "./layout/one-finger.ts";
import { SignedInPage, SignedOutPage, SignInFailedPage } from "./layout/signed-out-page.tsx";
import { beginningMode, withoutMode } from "./session/mode.ts";
import { openSession, Session } from "./session/session.ts";
import { applyPreferences } from "./theme/apply-preferences.ts";

applyPreferences();
keepDoubleClicksTogether(document);

const OUTSIDE = { "signed-out": <SignedOutPage />, "signed-in-for-another": <SignedInPage /> } as const;

const element = document.getElementById("panel");
if (element === null) throw new Error("the document has no place for the panel");
const root = createRoot(element);

/** The address names the mode only until the tab knows it. */
function appOf(config: PanelConfig, session: Session) {
  const { pathname, search, hash } = location;
  const mode = beginningMode(search, sessionStorage);
  history.replaceState(history.state, "", pathname + withoutMode(search) + hash);
  return <App config={config} session={session} beginning={mode} />;
}

try {
  const config = await loadConfig();
  const session = await openSession(config);
  root.render(<Look>{session instanceof Session ? appOf(config, session) : OUTSIDE[session]}</Look>);
} catch (error) {
  root.render(
    <Look>
      <SignInFailedPage message={errorText(error).message} />
    </Look>,
  );
}
