import { isOutage } from "../api/api-error.ts";
import { Problem } from "./problem.tsx";

interface QueryProblemProps {
  readonly query: {
    readonly data: unknown;
    readonly error: unknown;
    readonly isFetchNextPageError?: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly title: string;
}

/** Says why a query brought nothing. While old data is shown during an outage, `OutageNotice` speaks for the whole page instead. */
export function QueryProblem({ query, title }: QueryProblemProps) {
  const { data, error, isFetchNextPageError = false } = query;
  if (error === null || (data !== undefined && isOutage(error) && !isFetchNextPageError)) return null;
  return <Problem title={title} error={error} onRetry={() => void query.refetch()} />;
}
