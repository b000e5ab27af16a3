import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { Composer } from "./composer.tsx";
import { Inbox } from "./inbox.tsx";
import { type Conversation, customerTitle, phoneText } from "./message-text.ts";
import { TemplateComposer } from "./template-composer.tsx";
import { Thread, useHistory } from "./thread.tsx";
import { WindowBadge } from "./window-badge.tsx";

export function ConversationPage() {
  const { id } = useParams<{ id: string }>();
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["conversations", "one", id],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/{id}", { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} what="the conversation">
      {(conversation) => <Opened key={conversation.id} conversation={conversation} />}
    </QueryView>
  );
}

function Opened({ conversation }: { readonly conversation: Conversation }) {
  const search = useSearch();
  const history = useHistory(conversation.id);
  const { window_open: isWindowOpen, service_window_expires_at: expiresAt } = history.data ?? conversation;
  return (
    <Page
      title={customerTitle(conversation)}
      back={{ to: `/conversations${search && `?${search}`}`, label: "Conversations" }}
      intro={
        <span className="row wrap">
          {conversation.customer_name && phoneText(conversation)}
          <WindowBadge expiresAt={expiresAt} />
        </span>
      }
    >
      <div className="desk">
        <div className="beside-thread">
          <Inbox current={conversation.id} />
        </div>
        <div className="card talk">
          <Thread id={conversation.id} history={history} />
          {isWindowOpen ? <Composer conversation={conversation} /> : <TemplateComposer conversation={conversation} />}
        </div>
      </div>
    </Page>
  );
}
