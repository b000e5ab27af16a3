import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Samples } from "./samples.ts";

const NONE: Samples = {};

/** The samples are saved this long after the last change. */
const PAUSE_MS = 800;

/** Stores the sample values of a template. The values of a new template are saved once the template is created. */
export function useSamples(templateId: string | undefined) {
  const { api } = usePanel();
  const queryClient = useQueryClient();
  const kept = useQuery({
    queryKey: ["template-samples", templateId],
    enabled: templateId !== undefined,
    queryFn: () =>
      answerOf(api.GET("/panel/api/templates/{id}/samples", { params: { path: { id: templateId ?? "" } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [changed, setChanged] = useState<Samples>();
  const samples = changed ?? kept.data?.samples ?? NONE;
  // A preview that is rendered without the samples would warn about values that exist.
  const areKnown = templateId === undefined || !kept.isPending || changed !== undefined;
  // Samples only help while writing, so a failure to save them is not reported.
  const keep = async (id: string, values: Samples) => {
    const saved = answerOf(
      api.PUT("/panel/api/templates/{id}/samples", { params: { path: { id } }, body: { samples: { ...values } } }),
    );
    await saved.then((answer) => queryClient.setQueryData(["template-samples", id], answer)).catch(() => undefined);
  };
  useLastly(changed, (values) => templateId !== undefined && void keep(templateId, values));
  return { samples, areKnown, setSamples: setChanged, keepFor: (id: string) => keep(id, samples) };
}

/** Calls `act` with the last value after `PAUSE_MS` without a change, or earlier when the component is removed. */
function useLastly(value: Samples | undefined, act: (value: Samples) => void): void {
  const latest = useRef({ value, act, isDone: true });
  useEffect(() => {
    const isDone = latest.current.isDone && latest.current.value === value;
    latest.current = { value, act, isDone };
  });
  useEffect(() => {
    const finish = () => {
      const { value: last, act: onEnd, isDone } = latest.current;
      latest.current.isDone = true;
      if (last !== undefined && !isDone) onEnd(last);
    };
    const timer = value === undefined ? undefined : setTimeout(finish, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  useEffect(
    () => () => {
      const { value: last, act: onEnd, isDone } = latest.current;
      latest.current.isDone = true;
      if (last !== undefined && !isDone) onEnd(last);
    },
    [],
  );
}
