import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { Attention } from "./attention.tsx";
import { DayChart } from "./day-chart.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Totals } from "./totals.tsx";

const REFRESH_MS = 60_000;

export function HomePage() {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["overview"],
    queryFn: () => answerOf(api.GET("/panel/api/overview")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  return (
    <Page title="Home" intro="Your last 24 hours at a glance.">
      <FirstSteps hasSent={(query.data?.counted ?? 0) > 0} />
      <QueryView query={query} what="the overview">
        {(overview) => (
          <>
            <Attention overview={overview} />
            <Totals overview={overview} />
            <DayChart overview={overview} />
          </>
        )}
      </QueryView>
    </Page>
  );
}
