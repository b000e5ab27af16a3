import { Skeleton } from "@mantine/core";

const WIDTHS = ["62%", "48%", "71%", "55%", "66%", "40%"];

/** Says what is loading; it appears after a moment only, so that quick answers do not flicker. */
export const Loading = ({ what }: { readonly what: string }) => (
  <div role="status" className="stack wait">
    <span className="vh">Loading {what}…</span>
    {WIDTHS.map((width) => (
      <Skeleton key={width} h={12} w={width} />
    ))}
  </div>
);
