import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { Box } from "../../components/box.tsx";
import { part } from "../../components/part.tsx";
import { ended, type Statistics, secondsText } from "./figures-text.ts";

const Volume = part(async () => (await import("./charts.tsx")).Volume);
const Speed = part(async () => (await import("./charts.tsx")).Speed);

interface ChartBoxProps {
  readonly title: string;
  readonly legend: readonly (readonly [name: string, text: string])[];
  readonly isEmpty: boolean;
  /** Describes the chart to screen readers; the figures above the chart have the details. */
  readonly text: string;
  readonly children: ReactNode;
}

const ChartBox = ({ title, legend, isEmpty, text, children }: ChartBoxProps) => (
  <Box
    title={title}
    aside={
      <span className="s t3 row">
        {legend.map(([name, text]) => (
          <span key={name} className={`legend ${name}`}>
            {text}
          </span>
        ))}
      </span>
    }
  >
    {isEmpty ? (
      <p className="item t2">Nothing has ended in this period.</p>
    ) : (
      <div className="chart" role="img" aria-label={text}>
        <Suspense fallback={<Skeleton h={180} />}>{children}</Suspense>
      </div>
    )}
  </Box>
);

interface ChartsProps {
  readonly statistics: Statistics;
}

export const SpeedBox = ({ statistics: { series, period, totals } }: ChartsProps) => (
  <ChartBox
    title="Time to delivery"
    legend={[
      ["most", "95% within"],
      ["half", "half within"],
    ]}
    isEmpty={totals.delivered === 0}
    text={`95% were delivered within ${secondsText(totals.most_within_ms)}, half within ${secondsText(totals.half_within_ms)}.`}
  >
    <Speed series={series} period={period} />
  </ChartBox>
);

export const VolumeBox = ({ statistics: { series, period, totals } }: ChartsProps) => (
  <ChartBox
    title="Delivered and failed"
    legend={[
      ["delivered", "delivered"],
      ["failed", "failed"],
    ]}
    isEmpty={ended(totals) === 0}
    text={`${totals.delivered} delivered, ${totals.failed} failed.`}
  >
    <Volume series={series} period={period} />
  </ChartBox>
);
