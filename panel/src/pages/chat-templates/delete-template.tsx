import { answerOf } from "../../api/client.ts";
import { DeleteCard } from "../../components/delete-card.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";

export function DeleteChatTemplate({ template: { id, name } }: { readonly template: ChatTemplate }) {
  const { api } = usePanel();
  return (
    <DeleteCard
      what="the template"
      name={name}
      hint="The platform keeps the name of an approved template blocked for 30 days."
      remove={() => answerOf(api.DELETE("/api/v1/chat-templates/{id}", { params: { path: { id } } }))}
    >
      <p>It is deleted on the platform too. Messages that wait to be sent with it will fail.</p>
    </DeleteCard>
  );
}
