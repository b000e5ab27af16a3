import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../session/session-context.tsx";
import { type Attempt, Attempts, isInFlight } from "./attempts.ts";
import { type Api, apiClient } from "./client.ts";

/** Longer than the service keeps the key of a request that died (30 s). */
const MOST_WAITS = 35;
const WAIT_MS = 1000;

/** A try, with the client whose requests carry its key. */
export interface Acting extends Attempt {
  readonly api: Api;
}

interface Action<T, V> {
  readonly run: (variables: V, acting: Acting) => Promise<T>;
  /** Of the variables, all that decides what is sent; all of them where it is left out. A key stands for one content. */
  readonly contentOf?: (variables: V) => unknown;
  /** Of what it is done to, as the person sees it: after a change of it the same is asked for under another key. */
  readonly seen?: unknown;
  readonly onSuccess?: (answer: T, variables: V) => unknown;
}

interface Handlers<T> {
  readonly onSuccess?: (answer: T) => unknown;
}

/**
 * What a form or a button does. It is done once, however often the button is clicked or Enter pressed: a second time is not begun while
 * the first is under way or has just succeeded, and the service knows a request again by its key when an answer was lost on the way.
 */
export function useAction<T, V = void>({ run, contentOf = (all) => all, seen, onSuccess }: Action<T, V>) {
  const { session } = usePanel();
  const [attempts] = useState(() => new Attempts({ newKey: () => crypto.randomUUID(), now: Date.now }));
  const mutation = useMutation({
    mutationFn: async ({ variables, attempt }: { readonly variables: V; readonly attempt: Attempt }) => {
      try {
        const acting = { ...attempt, api: apiClient(session, attempt.key) };
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
  /** Undefined: it is not done again. */
  const begin = (variables: V) => {
    const attempt = attempts.begin(JSON.stringify(contentOf(variables)) ?? "", JSON.stringify(seen));
    return attempt && { variables, attempt };
  };
  const mutate = (variables: V, handlers: Handlers<T> = {}): void => {
    const begun = begin(variables);
    if (begun) mutation.mutate(begun, { onSuccess: (answer) => handlers.onSuccess?.(answer) });
  };
  /** For what goes on when the answer comes, whether or not its page is still there; undefined where it is not done again. */
  const mutateAsync = async (variables: V): Promise<T | undefined> => {
    const begun = begin(variables);
    return begun && mutation.mutateAsync(begun);
  };
  return {
    ...mutation,
    variables: mutation.variables?.variables,
    mutate,
    mutateAsync,
    /** Call it where what was done is undone: the same may be done again at once. */
    takenBack: () => attempts.takenBack(),
  };
}

/** For requests whose keys outlive the page that began them. */
export function useKeyedRequest<T, V extends { readonly key: string }>(run: (request: V, api: Api) => Promise<T>) {
  const { session } = usePanel();
  return useMutation({
    mutationFn: (request: V) => untilKnown(() => run(request, apiClient(session, request.key))),
  });
}

/** The service may still be at work on the same request, whose first answer was lost: it is asked again until it says what became of it. */
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
