import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { useMe } from "../../session/use-me.ts";
import { AlertOffer } from "./alert-offer.tsx";
import { SpeedBox, VolumeBox } from "./chart-boxes.tsx";
import { ConcernList } from "./concern-list.tsx";
import { FailureTable } from "./failure-table.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { PERIODS, type Period, periodIn } from "./figures-text.ts";

const FirstSteps = part(async () => (await import("./first-steps.tsx")).FirstSteps);

const REFRESH_MS = 60_000;
const SCOPES = [
  { value: "own", label: "Mine" },
  { value: "all", label: "All owners" },
];

export function HomePage() {
  const [search, setSearch] = useSearchParams();
  const me = useMe();
  const period = periodIn(search);
  const { mode } = usePanel();
  // Only the data of live mode have figures of all owners together.
  const seesAll = me.data?.is_administrator === true && mode === "live";
  const isEverybodys = seesAll && search.get("of") === "all";
  const set = (name: string, value: string) =>
    setSearch({ ...Object.fromEntries(search), [name]: value }, { replace: true });
  return (
    <Page
      title="Home"
      actions={
        <>
          {seesAll && (
            <SegmentedControl
              aria-label="Whose"
              data={SCOPES}
              value={isEverybodys ? "all" : "own"}
              onChange={(of) => set("of", of)}
            />
          )}
          <SegmentedControl
            aria-label="Period"
            data={[...PERIODS]}
            value={period}
            onChange={(to) => set("period", to)}
          />
        </>
      }
    >
      {isEverybodys ? <EverybodysFigures period={period} /> : <OwnFigures period={period} />}
    </Page>
  );
}

function OwnFigures({ period }: { readonly period: Period }) {
  const { api } = usePanel();
  const refetchInterval = pollEvery(REFRESH_MS);
  const statistics = useQuery({
    queryKey: ["statistics", period],
    queryFn: () => answerOf(api.GET("/panel/api/statistics", { params: { query: { period } } })),
    placeholderData: (before) => before,
    refetchInterval,
  });
  const overview = useQuery({
    queryKey: ["overview"],
    queryFn: () => answerOf(api.GET("/panel/api/overview")),
    refetchInterval,
  });
  const attention = useQuery({
    queryKey: ["attention"],
    queryFn: () => answerOf(api.GET("/panel/api/attention")),
    refetchInterval,
  });
  return (
    <>
      <Suspense>
        <FirstSteps hasSent={(overview.data?.counted ?? 0) > 0} />
      </Suspense>
      <QueryView query={statistics} what="the figures">
        {(figures) => (
          <>
            <FigureStrip statistics={figures} overview={overview.data} />
            <div className="grid2">
              <QueryView query={attention} what="what needs attention">
                {({ concerns }) => <ConcernList concerns={concerns} />}
              </QueryView>
              <SpeedBox statistics={figures} />
            </div>
            <div className="grid2">
              <FailureTable statistics={figures} isNamed />
              <VolumeBox statistics={figures} />
            </div>
            <AlertOffer />
          </>
        )}
      </QueryView>
    </>
  );
}

function EverybodysFigures({ period }: { readonly period: Period }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["statistics", "everybody", period],
    queryFn: () => answerOf(api.GET("/admin/api/statistics", { params: { query: { period } } })),
    placeholderData: (before) => before,
    refetchInterval: pollEvery(REFRESH_MS),
  });
  return (
    <QueryView query={query} what="the figures">
      {(figures) => (
        <>
          <FigureStrip statistics={figures} overview={undefined} />
          <div className="grid2">
            <FailureTable statistics={figures} isNamed={false} />
            <SpeedBox statistics={figures} />
          </div>
          <VolumeBox statistics={figures} />
        </>
      )}
    </QueryView>
  );
}
