import { countText, useCounts } from "./use-counts.ts";

/** Shows how many conversations have unread messages. */
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
