import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/** Shows a query as loading, failed or loaded. Both data and a failure stay on screen while the query runs again. */
export function QueryView<T>({ query, what, children }: QueryViewProps<T>) {
  const failure = useRef<unknown>(null);
  if (query.isError) failure.current = query.error;
  if (query.data !== undefined) return children(query.data);
  if (failure.current !== null)
    return <Problem title={`Could not load ${what}`} error={failure.current} onRetry={() => void query.refetch()} />;
  return <Loading what={what} />;
}
