import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";
import { setTitleBadge } from "../components/title.ts";
import { countText, useCounts } from "./use-counts.ts";

export const useBadgeChoice = () => useLocalStorage({ key: "herald.inbox.badge", defaultValue: true });

/** Shows the number of unread conversations in the window title, unless the reader has switched that off. */
export function useTitleBadge(): void {
  const [isWanted] = useBadgeChoice();
  const text = countText(useCounts().data?.unread);
  useEffect(() => {
    setTitleBadge(isWanted ? text : "");
  }, [isWanted, text]);
}
