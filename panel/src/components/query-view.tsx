import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>;
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/** The result of a query: on its way, refused, or there. Data that is there stays on screen while it is asked for again. */
export function QueryView<T>({ query, what, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <Problem title={`Could not load ${what}`} error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading what={what} />;
}
