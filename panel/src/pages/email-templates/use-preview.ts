import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { answerOf } from "../../api/client.ts";
import { useSettled } from "../../api/use-settled.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Draft, faultIn, givenSamples, type Preview, requestOf, type TemplateFault } from "./template-draft.ts";

const KEPT_MS = 10_000;

export interface LivePreview {
  /** The latest that worked: it stays while the text is being mended. */
  readonly preview: Preview | undefined;
  readonly fault: TemplateFault | undefined;
  /** All other errors. */
  readonly error: unknown;
}

/** @param samples undefined until they are known */
export function usePreview(draft: Draft, samples: Readonly<Record<string, string>> | undefined): LivePreview {
  const { api } = usePanel();
  const { subject, body, body_type, escape: escaping } = requestOf(draft);
  const variables = samples && givenSamples(samples);
  const asked = useSettled(
    variables
      ? JSON.stringify({ subject, body, body_type, escape: escaping, variables, with_text: true, with_unfilled: true })
      : "",
  );
  const query = useQuery({
    queryKey: ["email-template-preview", asked],
    enabled: asked !== "",
    queryFn: ({ signal }) => answerOf(api.POST("/panel/api/templates/preview", { body: JSON.parse(asked), signal })),
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  });
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    if (query.data) setPreview(query.data);
  }, [query.data]);
  const fault = query.error instanceof ApiError ? faultIn(query.error.detail) : undefined;
  return { preview, fault, error: fault ? undefined : query.error };
}
