import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { ChatMessage } from "./chat-message.tsx";
import { MailMessage } from "./mail-message.tsx";
import type { Described } from "./outcome.ts";

/** Shows the message as it was sent, as long as it is stored. */
export function MessageTab({ one: { id, content_kept: isKept } }: { readonly one: Described }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["notification-message", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/message", { params: { path: { id } } })),
    enabled: isKept,
  });
  if (!isKept)
    return (
      <EmptyState icon="mail" title="No longer kept">
        A message is removed some time after it was sent. Who got it, when and why not stays in the timeline.
      </EmptyState>
    );
  return (
    <QueryView query={query} what="the message">
      {(message) =>
        message.channel === "email" ? <MailMessage id={id} mail={message} /> : <ChatMessage message={message} />
      }
    </QueryView>
  );
}
