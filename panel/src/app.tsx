import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Route, Switch } from "wouter";
import { openQueryClient } from "./api/query-client.ts";
import { PageErrorBoundary } from "./components/page-error-boundary.tsx";
import { PageSkeleton } from "./components/page-skeleton.tsx";
import { WaitNotice } from "./components/wait-notice.tsx";
import { AppLayout } from "./layout/app-layout.tsx";
import { GuardedRouter } from "./layout/guarded-location.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { OutageNotice } from "./layout/outage-notice.tsx";
import { PartNotice } from "./layout/part-notice.tsx";
import { SignInAgain } from "./layout/sign-in-again.tsx";
import { ROUTES } from "./routes.tsx";
import { type PanelContext, PanelProvider } from "./session/session-context.tsx";
import { theme } from "./theme/theme.ts";

const queryClient = openQueryClient();

/** Leaves out the two `<style>` elements of the provider, because tokens.css and our own classes replace them. */
export const Look = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);

export const App = ({ panel }: { readonly panel: PanelContext }) => (
  <PanelProvider value={panel}>
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
