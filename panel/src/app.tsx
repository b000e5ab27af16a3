import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { Route, Switch } from "wouter";
import { isNoLongList } from "./api/long-list.ts";
import { retryDelayMs, shouldRetry } from "./api/retry.ts";
import { PageErrorBoundary } from "./components/page-error-boundary.tsx";
import { PageSkeleton } from "./components/page-skeleton.tsx";
import { WaitNotice } from "./components/wait-notice.tsx";
import { AppLayout } from "./layout/app-layout.tsx";
import { GuardedRouter } from "./layout/guarded-location.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { ROUTES } from "./routes.tsx";
import { type PanelContext, PanelProvider } from "./session/session-context.tsx";
import { theme } from "./theme/theme.ts";

const Toasts = lazy(async () => ({ default: (await import("./layout/toasts.tsx")).Toasts }));

const FRESH_MS = 15_000;

const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: isNoLongList,
      refetchOnReconnect: isNoLongList,
    },
    mutations: { retry: false },
  },
  // A change may show in any list: everything on screen is asked for again, once the page has moved on by itself.
  mutationCache: new MutationCache({
    onSettled: (_data, _error, _variables, _result, { meta }) =>
      void (meta?.isReading || setTimeout(() => queryClient.invalidateQueries({ predicate: isNoLongList }))),
  }),
});

/** Without the two `<style>` elements that the provider would add: tokens.css and our own classes stand in for them. */
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
          <PageErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Switch>
                {ROUTES.map(({ path, Page }) => (
                  // A page that has two addresses stays as it is between them.
                  <Route key={path.replace("/:id", "")} path={path} component={Page} />
                ))}
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </PageErrorBoundary>
        </AppLayout>
      </GuardedRouter>
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  </PanelProvider>
);
