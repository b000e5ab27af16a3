import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import { withNewest, withOlder } from "./history-pages.ts";
import type { Message } from "./message-text.ts";

const REFRESH_MS = 2000;
const NOTHING: { readonly messages: readonly Message[]; readonly cursor: string | undefined } = {
  messages: [],
  cursor: undefined,
};

/** Loads the messages of a conversation: it polls the newest page and loads older pages on demand. */
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
    // Loading changes nothing on the service, so other queries need no refresh.
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
