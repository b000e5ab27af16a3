import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Status } from "../../components/status.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";
import { languageText, siblingsOf, stateOf } from "./template-state.ts";

/** Links to the templates of the same name in other languages. */
export function Languages({ template }: { readonly template: ChatTemplate }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  const others = siblingsOf(template, query.data ?? []);
  if (others.length === 0) return null;
  return (
    <section className="card" aria-labelledby="languages">
      <h2 id="languages">In other languages</h2>
      <ul>
        {others.map((other) => (
          <li key={other.id} className="row">
            <Link className="link" to={`/chat-templates/${other.id}`}>
              {languageText(other.language)}
            </Link>
            <Status tone={stateOf(other).tone}>{stateOf(other).label}</Status>
          </li>
        ))}
      </ul>
    </section>
  );
}
