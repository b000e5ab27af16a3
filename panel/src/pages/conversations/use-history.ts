import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import { withNewest, withOlder } from "./history-pages.ts";
import type { Message } from "./message-text.ts";

/** New messages appear by themselves. */
const REFRESH_MS = 2000;
const NOTHING: { readonly messages: readonly Message[]; readonly cursor: string | undefined } = {
  messages: [],
  cursor: undefined,
};

/** A conversation's messages: the newest are asked for again and again, older ones once, when somebody comes to them. */
export function useHistory(id: string) {
  const { api } = usePanel();
  const ask = (cursor?: string) =>
    answerOf(
      api.GET("/panel/api/chat-conversations/{id}/messages", {
        params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
      }),
    );
  const newest = useQuery({
    queryKey: ["conversation-history", id],
    queryFn: () => ask(),
    refetchInterval: pollEvery(REFRESH_MS),
    staleTime: 0,
  });
  const [known, setKnown] = useState(NOTHING);
  useEffect(() => {
    const page = newest.data;
    if (page) setKnown((before) => withNewest(before, page));
  }, [newest.data]);
  const older = useMutation({
    // It changes nothing, so nothing else is asked for again.
    meta: { isReading: true },
    mutationFn: (cursor: string) => ask(cursor),
    onSuccess: (page, cursor) => setKnown((before) => withOlder(before, page, cursor)),
  });
  const latest = useRef(() => {});
  latest.current = () => {
    if (known.cursor !== undefined && !older.isPending) older.mutate(known.cursor);
  };
  return {
    newest,
    messages: useMemo(() => known.messages.toReversed(), [known.messages]),
    hasOlder: known.cursor !== undefined,
    isFetchingOlder: older.isPending,
    olderError: older.error,
    fetchOlder: useMemo(() => () => latest.current(), []),
  };
}
export type History = ReturnType<typeof useHistory>;
