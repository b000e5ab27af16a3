import { BarChart, LineChart } from "@mantine/charts";
import "./charts.css";
import { dayLabel, type Period, pointLabel, type Series, volumeSeries } from "./figures-text.ts";

interface ChartProps {
  readonly series: Series;
  readonly period: Period;
}

const AXIS = { tick: { fontSize: 11, fill: "var(--h-text-3)" }, tickLine: false, axisLine: false } as const;
const COMMON = {
  h: "100%",
  dataKey: "at",
  gridAxis: "x",
  tickLine: "none",
  strokeDasharray: "0",
  gridColor: "var(--h-line)",
} as const;
const PROMISE_SECONDS = 10;

export const Volume = ({ series, period }: ChartProps) => (
  <BarChart
    {...COMMON}
    data={volumeSeries(series, period).map(({ from, ...counts }) => ({
      at: period === "7d" ? dayLabel(from) : pointLabel(from, period),
      ...counts,
    }))}
    type="stacked"
    maxBarWidth={28}
    series={[
      { name: "delivered", color: "var(--h-bar-ok)" },
      { name: "failed", color: "var(--h-bar-bad)" },
    ]}
    xAxisProps={{ ...AXIS, minTickGap: 32 }}
    yAxisProps={{ ...AXIS, width: 40, allowDecimals: false }}
    barProps={{ isAnimationActive: false }}
    barChartProps={{ accessibilityLayer: false }}
  />
);

const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 100) / 10);

export const Speed = ({ series, period }: ChartProps) => (
  <LineChart
    {...COMMON}
    data={series.map(({ from, most_within_ms, half_within_ms }) => ({
      at: pointLabel(from, period),
      most: inSeconds(most_within_ms),
      half: inSeconds(half_within_ms),
    }))}
    curveType="linear"
    strokeWidth={1.75}
    connectNulls
    unit=" s"
    withDots={series.filter(({ most_within_ms }) => most_within_ms !== undefined).length < 3}
    series={[
      { name: "most", color: "var(--h-accent)", label: "95% within" },
      { name: "half", color: "var(--h-line-strong)", label: "half within" },
    ]}
    referenceLines={[
      { y: PROMISE_SECONDS, color: "var(--h-bad)", label: "promise: 95% in 10 s", labelPosition: "insideBottomRight" },
    ]}
    // The tooltip shows the hour, so the axis shows only the day.
    xAxisProps={{ ...AXIS, minTickGap: 32, tickFormatter: (label: string) => label.replace(/, .*/, "") }}
    yAxisProps={{ ...AXIS, width: 40, domain: [0, (most: number) => Math.max(PROMISE_SECONDS + 2, Math.ceil(most))] }}
    lineProps={{ isAnimationActive: false }}
    lineChartProps={{ accessibilityLayer: false }}
  />
);
