import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { useSettled } from "../../api/use-settled.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Samples, valuesOf } from "./samples.ts";
import { type LastGood, lastGoodOf, type ShownPreview, shownPreview } from "./shown-preview.ts";
import { type Draft, type Preview, requestOf } from "./template-draft.ts";
import { faultsOf, type TemplateFault } from "./template-fault.ts";

const KEPT_MS = 10_000;

const FLAGS = { with_text: true, with_unfilled: true, with_faults: true } as const;

interface Latest {
  readonly answer?: Preview;
  readonly good: LastGood;
}
const NOTHING_YET: Latest = { good: {} };

export interface LivePreview {
  /** A faulty field keeps its last good rendering until the text is correct again. */
  readonly preview: ShownPreview;
  readonly faults: readonly TemplateFault[];
  /** The reason why there is no newer preview. */
  readonly error: unknown;
}

/** @param samples are undefined until they are loaded */
export function usePreview(draft: Draft, samples: Samples | undefined): LivePreview {
  const { api } = usePanel();
  const { subject, body, body_type, escape: escaping } = requestOf(draft);
  const values = samples && valuesOf(samples);
  const asked = useSettled(
    values ? JSON.stringify({ subject, body, body_type, escape: escaping, ...values, ...FLAGS }) : "",
  );
  const query = useQuery({
    queryKey: ["email-template-preview", asked],
    enabled: asked !== "",
    queryFn: ({ signal }) => answerOf(api.ask("/panel/api/templates/preview", { body: JSON.parse(asked), signal })),
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  });
  const [latest, setLatest] = useState<Latest>(NOTHING_YET);
  useEffect(() => {
    const answer = query.data;
    if (answer) setLatest(({ good }) => ({ answer, good: lastGoodOf(answer, good) }));
  }, [query.data]);
  const { answer, good } = latest;
  return {
    preview: shownPreview(answer, good, { draft, samples: samples ?? {} }),
    faults: answer ? faultsOf(answer) : [],
    error: query.error,
  };
}
