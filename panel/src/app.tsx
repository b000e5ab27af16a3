import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Route, Switch } from "wouter";
import { retryDelayMs, shouldRetry } from "./api/retry.ts";
import { Loading } from "./components/loading.tsx";
import { PageErrorBoundary } from "./components/page-error-boundary.tsx";
import { ToastProvider } from "./components/toast.tsx";
import { WaitNotice } from "./components/wait-notice.tsx";
import { AppLayout } from "./layout/app-layout.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { ROUTES } from "./routes.tsx";
import { type PanelContext, PanelProvider } from "./session/session-context.tsx";

const FRESH_MS = 15_000;

const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: shouldRetry, retryDelay: retryDelayMs },
    mutations: { retry: false },
  },
  // A change may show in any list: everything on screen is asked for again, once the page has moved on by itself.
  mutationCache: new MutationCache({ onSettled: () => void setTimeout(() => queryClient.invalidateQueries()) }),
});

export const App = ({ panel }: { readonly panel: PanelContext }) => (
  <PanelProvider value={panel}>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <AppLayout>
          <WaitNotice />
          <PageErrorBoundary>
            <Suspense fallback={<Loading what="the page" />}>
              <Switch>
                {ROUTES.map(({ path, Page }) => (
                  <Route key={path} path={path} component={Page} />
                ))}
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </PageErrorBoundary>
        </AppLayout>
      </ToastProvider>
    </QueryClientProvider>
  </PanelProvider>
);
