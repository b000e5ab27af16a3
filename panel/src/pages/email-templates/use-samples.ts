import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";

type Samples = Readonly<Record<string, string>>;

const NONE: Samples = {};

/** After the last change. */
const PAUSE_MS = 800;

/** The sample values of a template, kept with it; those of a new one wait for its creation. */
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
  // A preview that begins without them would warn of values that are there.
  const areKnown = templateId === undefined || !kept.isPending || changed !== undefined;
  // Samples are a help while a template is written: that they were not kept is no reason to disturb.
  const keep = async (id: string, values: Samples) => {
    const saved = answerOf(
      api.PUT("/panel/api/templates/{id}/samples", { params: { path: { id } }, body: { samples: { ...values } } }),
    );
    await saved.then((answer) => queryClient.setQueryData(["template-samples", id], answer)).catch(() => undefined);
  };
  useLastly(changed, (values) => templateId !== undefined && void keep(templateId, values));
  return { samples, areKnown, setSamples: setChanged, keepFor: (id: string) => keep(id, samples) };
}

/** Calls back with what a value has become: after a pause, or at the end, whichever comes first. */
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
