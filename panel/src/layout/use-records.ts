import { useQuery } from "@tanstack/react-query";
import { isRefusal } from "../api/api-error.ts";
import { answerOf } from "../api/client.ts";
import { shownText } from "../components/shown-text.ts";
import { subjectOf } from "../explain/event-types.ts";
import { didText, pathOf, personText } from "../pages/activity/activity-text.ts";
import { allTemplates } from "../pages/email-templates/all-templates.ts";
import { outcomeOf, titleOf } from "../pages/notifications/outcome.ts";
import { REASON_TEXT, recipientIn, pathOf as suppressionPath } from "../pages/suppressions/suppression.ts";
import { usePanel } from "../session/session-context.tsx";
import { type Hit, type HitGroup, isFoundIn } from "./palette-hits.ts";

/** The palette shows at most this many hits of one kind. */
const MOST_HITS = 5;

interface FoundRecords {
  readonly groups: readonly HitGroup[];
  readonly isLooking: boolean;
}

/** Returns the records that match; an empty query finds nothing. */
export function useRecords(typed: string): FoundRecords {
  const query = typed.trim();
  const notifications = useFoundNotifications(query);
  const conversations = useConversations(query);
  const event = useFoundEvent(query);
  const change = useFoundChange(query);
  const suppressions = useFoundSuppressions(query);
  const known = useKnown(query !== "");
  if (query === "") return { groups: [], isLooking: false };
  const groups = known.map(({ label, hits = [] }) => ({
    label,
    hits: hits.filter(({ name, more = "" }) => isFoundIn(`${name} ${more}`, query)).slice(0, MOST_HITS),
  }));
  return {
    groups: [
      { label: "Notifications", hits: notifications.data ?? [] },
      { label: "Conversations", hits: conversations.data ?? [] },
      { label: "Suppressions", hits: suppressions.data ?? [] },
      { label: "Events", hits: event.data ?? [] },
      { label: "Activity", hits: change.data ?? [] },
      ...groups,
    ].filter(({ hits }) => hits.length > 0),
    isLooking: [notifications, conversations, suppressions, event, change, ...known].some(
      ({ isFetching }) => isFetching,
    ),
  };
}

/** An owner has few templates and accounts, so their lists are loaded once, under the query keys of their pages, and searched here. */
function useKnown(enabled: boolean) {
  const { api } = usePanel();
  const templates = useQuery({ queryKey: ["email-templates"], queryFn: () => allTemplates(api), enabled });
  const accounts = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
    enabled,
  });
  const chatTemplates = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
    enabled,
  });
  return [
    {
      label: "Email templates",
      isFetching: templates.isFetching,
      hits: templates.data?.map(
        ({ id, name, subject }): Hit => ({ path: `/email-templates/${id}`, name, more: subject, icon: "template" }),
      ),
    },
    {
      label: "Sending accounts",
      isFetching: accounts.isFetching,
      hits: accounts.data?.map(
        ({ id, label, from_address }): Hit => ({
          path: `/sending-accounts/${id}`,
          name: label,
          more: from_address,
          icon: "account",
        }),
      ),
    },
    {
      label: "Chat templates",
      isFetching: chatTemplates.isFetching,
      hits: chatTemplates.data?.map(
        ({ id, name, language }): Hit => ({
          path: `/chat-templates/${id}`,
          name,
          more: language,
          icon: "chat-template",
        }),
      ),
    },
  ];
}

/** Searches the newest notifications only; the page of the list searches further back. */
function useFoundNotifications(q: string) {
  const { api, time } = usePanel();
  return useQuery({
    queryKey: ["palette", "notifications", q],
    enabled: q !== "",
    queryFn: async (): Promise<readonly Hit[]> => {
      const query = { q, limit: MOST_HITS };
      const { notifications } = await answerOf(api.GET("/panel/api/notifications", { params: { query } }));
      return notifications.map((found) => ({
        path: `/notifications/${found.id}`,
        name: found.recipient ?? titleOf(found),
        more: [outcomeOf(found, time.now()).label, titleOf(found)].join(" · "),
        icon: found.channel === "email" ? "mail" : "chat",
      }));
    },
  });
}

/** Finds the suppressions of a whole address or number. */
function useFoundSuppressions(q: string) {
  const { api } = usePanel();
  const recipient = recipientIn(q) ?? "";
  return useQuery({
    queryKey: ["palette", "suppressions", recipient],
    enabled: recipient !== "",
    queryFn: async (): Promise<readonly Hit[]> => {
      try {
        const query = { recipient, limit: MOST_HITS };
        const { suppressions } = await answerOf(api.GET("/api/v1/suppressions", { params: { query } }));
        return suppressions.map(({ recipient: name, reason, topic }) => ({
          ...{ path: suppressionPath(name), name: shownText(name), icon: "suppression" },
          more: [REASON_TEXT[reason], topic].filter(Boolean).join(" · "),
        }));
      } catch (error) {
        // A text that the service takes for no address finds nothing.
        if (isRefusal(error)) return [];
        throw error;
      }
    },
  });
}

const EVENT_ID = /^evt_[0-9a-f-]{36}$/;

/** Finds an event by its whole id. */
function useFoundEvent(id: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["palette", "event", id],
    enabled: EVENT_ID.test(id),
    queryFn: async (): Promise<readonly Hit[]> => {
      try {
        const { type, data } = await answerOf(api.GET("/panel/api/events/{id}", { params: { path: { id } } }));
        return [{ path: `/events?event=${id}`, name: type, more: subjectOf(data), icon: "events" }];
      } catch (error) {
        // An id of an event that is no longer kept finds nothing.
        if (isRefusal(error)) return [];
        throw error;
      }
    },
  });
}

/** The forms of request ids: API Gateway's, and the local stack's. */
const REQUEST_ID = /^(?:[\w-]{11,}=|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const NEWEST_CHANGES = 100;

/** Finds the newest change that a request made, by the request's id. */
function useFoundChange(id: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["palette", "change", id],
    enabled: REQUEST_ID.test(id),
    queryFn: async (): Promise<readonly Hit[]> => {
      const query = { limit: NEWEST_CHANGES };
      const { activity } = await answerOf(api.GET("/panel/api/activity", { params: { query } }));
      return activity
        .filter(({ request_id }) => request_id === id)
        .map((entry) => ({
          path: pathOf(entry) ?? "/activity",
          name: didText(entry),
          more: [entry.record_name, personText(entry)].filter(Boolean).join(" · "),
          icon: "activity",
        }));
    },
  });
}

function useConversations(q: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["palette", "conversations", q],
    enabled: q !== "",
    queryFn: async (): Promise<readonly Hit[]> => {
      const query = { q, limit: MOST_HITS };
      const { conversations } = await answerOf(api.GET("/panel/api/chat-conversations", { params: { query } }));
      return conversations.map(({ id, customer_name, customer_phone }) => {
        const name = shownText(customer_name);
        const more = name === "" ? undefined : customer_phone;
        return { path: `/conversations/${id}`, name: name || customer_phone || "Customer", more, icon: "chat" };
      });
    },
  });
}
