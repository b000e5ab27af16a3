import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Route, Switch } from "wouter";
import { repeatableApi } from "./api/client.ts";
import { openQueryClient } from "./api/query-client.ts";
import { PageErrorBoundary } from "./components/page-error-boundary.tsx";
import { PageSkeleton } from "./components/page-skeleton.tsx";
import { WaitNotice } from "./components/wait-notice.tsx";
import { AppLayout } from "./layout/app-layout.tsx";
import { GuardedRouter } from "./layout/guarded-location.tsx";
import { LiveOnlyPage } from "./layout/live-only-page.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { OutageNotice } from "./layout/outage-notice.tsx";
import { PartNotice } from "./layout/part-notice.tsx";
import { SignInAgain } from "./layout/sign-in-again.tsx";
import { ROUTES } from "./routes.tsx";
import { keepMode, type Mode } from "./session/mode.ts";
import { PanelTime } from "./session/panel-time.ts";
import { type PanelContext, PanelProvider } from "./session/session-context.tsx";
import { theme } from "./theme/theme.ts";

/** Leaves out the two `<style>` elements of the provider, because tokens.css and our own classes replace them. */
export const Look = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);

interface AppProps extends Pick<PanelContext, "config" | "session"> {
  readonly beginning: Mode;
}

/** Everything below is made again with each change of the mode, so nothing that was loaded or asked for in one mode reaches the other. */
export function App({ beginning, ...person }: AppProps) {
  const [mode, setMode] = useState(beginning);
  const onMode = (next: Mode) => {
    keepMode(next, sessionStorage);
    setMode(next);
  };
  return <ModeApp key={mode} mode={mode} onMode={onMode} {...person} />;
}

/** Each mode has a client, a cache and a time of its own. An answer that arrives after a change of the mode goes into a cache that nobody reads. */
function ModeApp({ config, session, mode, onMode }: Omit<PanelContext, "api" | "time">) {
  const [own] = useState(() => ({ api: repeatableApi({ session, mode }), time: new PanelTime() }));
  const [queryClient] = useState(openQueryClient);
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <PanelProvider value={{ config, session, mode, onMode, ...own }}>
      <QueryClientProvider client={queryClient}>
        <GuardedRouter>
          <AppLayout>
            <WaitNotice />
            <OutageNotice />
            <PartNotice />
            <SignInAgain />
            <PageErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>
                <Switch>
                  {mode === "test" && <Route path="/admin/*?" component={LiveOnlyPage} />}
                  {ROUTES.map(({ path, Page }) => (
                    // The key leaves out `/:id`, so a page whose two routes differ only in the id stays mounted between them.
                    <Route key={path.replace("/:id", "")} path={path} component={Page} />
                  ))}
                  <Route component={NotFoundPage} />
                </Switch>
              </Suspense>
            </PageErrorBoundary>
          </AppLayout>
        </GuardedRouter>
      </QueryClientProvider>
    </PanelProvider>
  );
}
