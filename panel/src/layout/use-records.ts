import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { type Api, answerOf } from "../api/client.ts";
import { allTemplates } from "../pages/email-templates/all-templates.ts";
import { usePanel } from "../session/session-context.tsx";
import { type Hit, type HitGroup, isFoundIn } from "./palette-hits.ts";

/** Of one kind; the list itself has more. */
const MOST_HITS = 5;

interface FoundRecords {
  readonly groups: readonly HitGroup[];
  readonly isLooking: boolean;
}

/** An owner has few of these: they are read once, under the keys of their pages, and looked through here. */
const lists = (api: Api) => [
  {
    label: "Email templates",
    queryKey: ["email-templates"],
    queryFn: async () => await allTemplates(api),
    hitOf: ({ id, name, subject }: Named): Hit => ({
      path: `/email-templates/${id}`,
      name: name ?? "",
      more: subject,
      icon: "template",
    }),
  },
  {
    label: "Sending accounts",
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
    hitOf: ({ id, label, from_email }: Named): Hit => ({
      path: `/sending-accounts/${id}`,
      name: label ?? "",
      more: from_email,
      icon: "account",
    }),
  },
  {
    label: "Chat templates",
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
    hitOf: ({ id, name, language }: Named): Hit => ({
      path: `/chat-templates/${id}`,
      name: name ?? "",
      more: language,
      icon: "chat-template",
    }),
  },
];

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly label?: string;
  readonly subject?: string;
  readonly from_email?: string;
  readonly language?: string;
}

const groupOf = (label: string, hits: readonly Hit[]): readonly HitGroup[] =>
  hits.length === 0 ? [] : [{ label, hits: hits.slice(0, MOST_HITS) }];

/** What the words that somebody typed stand in: nothing before the first one. */
export function useRecords(typed: string): FoundRecords {
  const { api } = usePanel();
  const query = typed.trim();
  const isAsked = query !== "";
  const kinds = lists(api);
  const known = useQueries({
    queries: kinds.map(({ queryKey, queryFn }) => ({ queryKey, queryFn, enabled: isAsked })),
  });
  const conversations = useConversations(query);
  if (!isAsked) return { groups: [], isLooking: false };
  const found = kinds.flatMap(({ label, hitOf }, i) => {
    const hits = ((known[i] as UseQueryResult<readonly Named[]>).data ?? []).map(hitOf);
    return groupOf(
      label,
      hits.filter(({ name, more = "" }) => isFoundIn(`${name} ${more}`, query)),
    );
  });
  const isLooking = conversations.isFetching || known.some(({ isFetching }) => isFetching);
  return { groups: [...groupOf("Conversations", conversations.data ?? []), ...found], isLooking };
}

function useConversations(q: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["palette", "conversations", q],
    enabled: q !== "",
    queryFn: async (): Promise<readonly Hit[]> => {
      const query = { q, limit: MOST_HITS };
      const { conversations } = await answerOf(api.GET("/panel/api/chat-conversations", { params: { query } }));
      return conversations.map(({ id, customer_name, customer_phone }) => ({
        path: `/conversations/${id}`,
        name: customer_name ?? customer_phone ?? "Customer",
        more: customer_name === undefined ? undefined : customer_phone,
        icon: "chat",
      }));
    },
  });
}
