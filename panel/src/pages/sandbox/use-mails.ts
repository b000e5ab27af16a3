import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, type RepeatableApi } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import type { Schemas } from "../../api/schemas.ts";
import { usePanel } from "../../session/session-context.tsx";

const REFRESH_MS = 5000;
const PAGE = 50;

export type Mail = Schemas["SandboxMessage"];
export type WholeMail = Schemas["SandboxMessageDetail"];

/** Lists the mails of test mode page by page, newest first: all, or those to one recipient. */
export function useMails(to: string) {
  const { api } = usePanel();
  const list = useInfiniteQuery({
    queryKey: ["sandbox-mails", "list", to],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: PAGE, ...(to && { to }), ...(cursor && { cursor }) };
      return answerOf(api.GET("/panel/api/sandbox/messages", { params: { query } }));
    },
    getNextPageParam: (last) => last.next_cursor,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
  useLeavingPages(["sandbox-mails", "list"]);
  return list;
}

/** Reads one mail, which never changes. */
export function useMail(id: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["sandbox-mails", "one", id],
    queryFn: () => answerOf(api.GET("/panel/api/sandbox/messages/{id}", { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Only the last part of a source is shorter. */
const PART_BYTES = 3_000_000;
/** The largest mail has some 12 parts. */
const MOST_PARTS = 20;

/** Reads a source part by part, because a large one does not fit into one answer. */
async function readSource(api: RepeatableApi, id: string): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; parts.length < MOST_PARTS; ) {
    const params = { path: { id }, query: { from } };
    const part = await answerOf(api.GET("/panel/api/sandbox/messages/{id}/raw", { params, parseAs: "text" }));
    const bytes = new TextEncoder().encode(part).length;
    parts.push(part);
    from += bytes;
    if (bytes < PART_BYTES) return parts.join("");
  }
  throw new Error("The source of the mail does not end.");
}

const sourceOf = (api: RepeatableApi, id: string) =>
  queryOptions({
    queryKey: ["sandbox-mails", "source", id],
    queryFn: () => readSource(api, id),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the source of a mail as it was handed over. */
export const useSource = (id: string) => useQuery(sourceOf(usePanel().api, id));

/** Reads the files of a mail from its source, and nothing for a mail that has one part only. */
export function useFiles({ id, headers }: Pick<WholeMail, "id" | "headers">) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["sandbox-mails", "files", id],
    queryFn: async ({ client }) => {
      const [{ filesIn }, source] = await Promise.all([
        import("./mail-files.ts"),
        client.fetchQuery(sourceOf(api, id)),
      ]);
      return filesIn(source);
    },
    enabled: /^multipart\//i.test(String(headers["content-type"])),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
