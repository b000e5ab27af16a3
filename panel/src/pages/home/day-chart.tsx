import { useEffect, useRef } from "react";
import { chartText, type Hour, hourLabel, type Overview, SERIES, scaleTop } from "./overview-figures.ts";

const HEIGHT = 160;
const BASE = HEIGHT + 8;
const HOUR_WIDTH = 30;
const BAR_WIDTH = 7;
const LEFT = 36;
/** Every so many hours one is named. */
const NAMED = 3;

/** Three bars an hour; the same numbers are in the table behind. */
export function DayChart({ overview }: { readonly overview: Overview }) {
  const { hours } = overview;
  const chart = useRef<HTMLDivElement>(null);
  // Where it is wider than the screen, the latest hours come first.
  useEffect(() => {
    chart.current?.scrollTo({ left: chart.current.scrollWidth });
  }, []);
  const top = scaleTop(hours);
  return (
    <section className="card" aria-labelledby="day">
      <h2 id="day">By hour</h2>
      <p className="legend" aria-hidden="true">
        {SERIES.map((series) => (
          <span key={series} className={series}>
            {series}
          </span>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on narrow screens, by keyboard too */}
      <div ref={chart} className="chart" tabIndex={0}>
        <svg
          viewBox={`0 0 ${LEFT + HOUR_WIDTH * hours.length} ${BASE + 24}`}
          role="img"
          aria-label={chartText(overview)}
        >
          <Grid top={top} width={LEFT + HOUR_WIDTH * hours.length} />
          {hours.map((hour, i) => (
            <Bars key={hour.from} hour={hour} x={LEFT + i * HOUR_WIDTH} top={top} isNamed={i % NAMED === 0} />
          ))}
        </svg>
      </div>
      <details>
        <summary>The numbers as a table</summary>
        <HourTable hours={hours} />
      </details>
    </section>
  );
}

const Grid = ({ top, width }: { readonly top: number; readonly width: number }) =>
  [0, top / 2, top].map((value) => (
    <g key={value} className="grid">
      <line x1={LEFT - 4} x2={width} y1={BASE - (HEIGHT * value) / top} y2={BASE - (HEIGHT * value) / top} />
      {Number.isInteger(value) && (
        <text x={LEFT - 8} y={BASE - (HEIGHT * value) / top + 4} textAnchor="end">
          {value.toLocaleString("en", { notation: "compact" })}
        </text>
      )}
    </g>
  ));

interface BarsProps {
  readonly hour: Hour;
  readonly x: number;
  readonly top: number;
  readonly isNamed: boolean;
}

const Bars = ({ hour, x, top, isNamed }: BarsProps) => (
  <g>
    <title>{`${hourLabel(hour)}: ${SERIES.map((series) => `${hour[series]} ${series}`).join(", ")}`}</title>
    <rect className="hit" x={x} y={BASE - HEIGHT} width={HOUR_WIDTH} height={HEIGHT} />
    {SERIES.map((series, i) => {
      const height = (HEIGHT * hour[series]) / top;
      const left = x + 3 + i * (BAR_WIDTH + 1);
      return (
        <rect key={series} className={series} x={left} y={BASE - height} width={BAR_WIDTH} height={height} rx="1.5" />
      );
    })}
    {isNamed && (
      <text className="hour" x={x + HOUR_WIDTH / 2} y={BASE + 18} textAnchor="middle">
        {hourLabel(hour)}
      </text>
    )}
  </g>
);

const HourTable = ({ hours }: { readonly hours: readonly Hour[] }) => (
  <table className="numbers">
    <thead>
      <tr>
        <th scope="col">From</th>
        {SERIES.map((series) => (
          <th key={series} scope="col">
            {series}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hours.map((hour) => (
        <tr key={hour.from}>
          <th scope="row">{hourLabel(hour)}</th>
          {SERIES.map((series) => (
            <td key={series}>{hour[series]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
