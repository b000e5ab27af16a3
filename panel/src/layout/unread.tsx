import { countText, useCounts } from "./use-counts.ts";

/** How many conversations hold something that nobody has read. */
export function Unread() {
  const text = countText(useCounts().data?.unread);
  return (
    text && (
      <span className="count">
        {text}
        <span className="vh"> unread</span>
      </span>
    )
  );
}
