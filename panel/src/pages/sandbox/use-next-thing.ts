import { useQuery } from "@tanstack/react-query";
import { answerOf, type RepeatableApi } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Found } from "./next-thing.ts";

const REFRESH_MS = 15_000;
const LIMIT = 100;
/** Test mode has few records; of longer lists only the newest entries are looked at. */
const MOST_PAGES = 5;

interface Page<T> {
  readonly found: readonly T[];
  readonly next?: string | undefined;
}

async function listed<T>(read: (place: { readonly cursor?: string }) => Promise<Page<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { found, next } = await read(cursor === undefined ? {} : { cursor });
    all.push(...found);
    cursor = next;
    if (cursor === undefined) break;
  }
  return all;
}

const waitingIn = (api: RepeatableApi) =>
  listed(async (place) => {
    const query = { status: "pending", limit: LIMIT, ...place } as const;
    const page = await answerOf(api.GET("/panel/api/notifications", { params: { query } }));
    return { found: page.notifications, next: page.next_cursor };
  });

const approvalsIn = (api: RepeatableApi) =>
  listed(async (place) => {
    const page = await answerOf(api.GET("/panel/api/approvals", { params: { query: { limit: LIMIT, ...place } } }));
    return { found: page.approvals, next: page.next_cursor };
  });

const windowsIn = (api: RepeatableApi) =>
  listed(async (place) => {
    const query = { window: "open", limit: LIMIT, ...place } as const;
    const page = await answerOf(api.GET("/panel/api/chat-conversations", { params: { query } }));
    return { found: page.conversations, next: page.next_cursor };
  });

/** Reads what is to come: attempts, scheduled sends, and the ends of approvals and service windows. */
export function useNextThings() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["next-things"],
    queryFn: async (): Promise<Found> => {
      const [waiting, approvals, windows] = await Promise.all([waitingIn(api), approvalsIn(api), windowsIn(api)]);
      return { waiting, approvals, windows };
    },
    refetchInterval: pollEvery(REFRESH_MS),
  });
}
