import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";
import { setTitleBadge } from "../components/title.ts";
import { countText, useCounts } from "./use-counts.ts";

export const useBadgeChoice = () => useLocalStorage({ key: "herald.inbox.badge", defaultValue: true });

/** The unread conversations in the window's title, on every page, as long as the reader wants them there. */
export function useTitleBadge(): void {
  const [isWanted] = useBadgeChoice();
  const text = countText(useCounts().data?.unread);
  useEffect(() => {
    setTitleBadge(isWanted ? text : "");
  }, [isWanted, text]);
}
