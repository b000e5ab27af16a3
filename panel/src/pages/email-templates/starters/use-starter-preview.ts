import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../../api/client.ts";
import { usePanel } from "../../../session/session-context.tsx";
import { valuesOf } from "../samples.ts";
import { requestOf } from "../template-draft.ts";
import type { Starter } from "./starter.ts";

/** Renders a starter with its samples. A starter never changes, so it is rendered once. */
export function useStarterPreview({ alias, draft, samples }: Starter, isWanted: boolean) {
  const { api } = usePanel();
  const { subject, body, escape: escaping } = requestOf(draft);
  return useQuery({
    queryKey: ["starter-preview", alias],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      answerOf(
        api.ask("/panel/api/templates/preview", {
          body: {
            subject,
            body,
            body_type: draft.body_type,
            ...(escaping && { escape: escaping }),
            ...valuesOf(samples),
            with_text: true,
          },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
