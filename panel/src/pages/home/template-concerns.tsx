import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Icon } from "../../components/icon.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "../chat-templates/template-draft.ts";
import { stateOf } from "../chat-templates/template-state.ts";

const TROUBLED: ReadonlySet<string> = new Set(["PAUSED", "DISABLED", "REJECTED"]);

/** Templates that the platform has stopped or does not accept. */
export function useTroubledTemplates(): readonly ChatTemplate[] {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  return (query.data ?? []).filter(({ disabled, remote_status }) => !disabled && TROUBLED.has(remote_status));
}

export const TemplateConcern = ({ template }: { readonly template: ChatTemplate }) => {
  const { label, meaning } = stateOf(template);
  return (
    <li className="bad">
      <Icon name="warning" />
      <div>
        <p>
          <Link to={`/chat-templates/${template.id}`}>{template.name}</Link>: {label.toLowerCase()}.
        </p>
        <p className="t2">{meaning}</p>
      </div>
    </li>
  );
};
