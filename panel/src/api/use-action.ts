import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../session/session-context.tsx";
import { type Attempt, Attempts, isInFlight } from "./attempts.ts";
import { type Api, apiClient } from "./client.ts";

/** All waits together last longer than the 30 s for which the service keeps the idempotency key of a request that died. */
const MOST_WAITS = 35;
const WAIT_MS = 1000;

/** A try, with the client whose requests carry its key. */
export interface Acting extends Attempt {
  readonly api: Api;
}

interface Action<T, V> {
  readonly run: (variables: V, acting: Acting) => Promise<T>;
  /** Selects the variables that decide what is sent, by default all. Another content gets another idempotency key. */
  readonly contentOf?: (variables: V) => unknown;
  /** The state of the changed record as the person sees it; in another state, the same action gets another idempotency key. */
  readonly seen?: unknown;
  readonly onSuccess?: (answer: T, variables: V) => unknown;
}

interface Handlers<T> {
  readonly onSuccess?: (answer: T) => unknown;
}

/**
 * Runs the action of a form or a button once, even when it is clicked twice: a second run does not begin while the first is under way or has
 * just succeeded. If an answer is lost, the service recognises the repeated request by its key.
 */
export function useAction<T, V = void>({ run, contentOf = (all) => all, seen, onSuccess }: Action<T, V>) {
  const { session, mode } = usePanel();
  const [attempts] = useState(() => new Attempts({ newKey: () => crypto.randomUUID(), now: Date.now }));
  const mutation = useMutation({
    mutationFn: async ({ variables, attempt }: { readonly variables: V; readonly attempt: Attempt }) => {
      try {
        const acting = { ...attempt, api: apiClient({ session, mode }, attempt.key) };
        const answer = await untilKnown(() => run(variables, acting));
        attempts.succeeded();
        return answer;
      } catch (error) {
        attempts.failed(error);
        throw error;
      }
    },
    onSuccess: (answer, { variables }) => onSuccess?.(answer, variables),
    onSettled: () => attempts.ended(),
  });
  /** Returns undefined when the action must not run again. */
  const begin = (variables: V) => {
    const attempt = attempts.begin(JSON.stringify(contentOf(variables)) ?? "", JSON.stringify(seen));
    return attempt && { variables, attempt };
  };
  const mutate = (variables: V, handlers: Handlers<T> = {}): void => {
    const begun = begin(variables);
    if (begun) mutation.mutate(begun, { onSuccess: (answer) => handlers.onSuccess?.(answer) });
  };
  /** Resolves with the answer even when the page is gone by then, or with undefined when the action must not run again. */
  const mutateAsync = async (variables: V): Promise<T | undefined> => {
    const begun = begin(variables);
    return begun && mutation.mutateAsync(begun);
  };
  return {
    ...mutation,
    variables: mutation.variables?.variables,
    mutate,
    mutateAsync,
    /** Call this after undoing the action, so that the same action may be done again at once. */
    takenBack: () => attempts.takenBack(),
  };
}

interface KeyedOptions {
  /** Leaves the lists on screen as they are after each request, because the caller refreshes them after the last one. */
  readonly isOneOfMany?: boolean;
}

/** Sends requests whose keys outlive the page that began them. */
export function useKeyedRequest<T, V extends { readonly key: string }>(
  run: (request: V, api: Api) => Promise<T>,
  { isOneOfMany = false }: KeyedOptions = {},
) {
  const { session, mode } = usePanel();
  return useMutation({
    meta: { isReading: isOneOfMany },
    mutationFn: (request: V) => untilKnown(() => run(request, apiClient({ session, mode }, request.key))),
  });
}

/** Repeats a request until its outcome is known, because the service may still be working on an earlier copy of it. */
async function untilKnown<T>(ask: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await ask();
    } catch (error) {
      if (!isInFlight(error) || waits >= MOST_WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
