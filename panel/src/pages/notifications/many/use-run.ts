import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { answerOf } from "../../../api/client.ts";
import { useKeyedRequest } from "../../../api/use-action.ts";
import { useToast } from "../../../components/toast.tsx";
import { patiently } from "../../../long-work/patiently.ts";
import { pace, toldWait, warnNoMore, warnOnClose } from "../../../long-work/this-tab.ts";
import { placeOf } from "../../../session/mode.ts";
import { usePanel } from "../../../session/session-context.tsx";
import type { Run, RunItem, RunKind } from "./run.ts";
import { openRuns, type Runs } from "./runs.ts";

const MANY = { isOneOfMany: true } as const;

const opened = new Map<string, Runs>();

/** Runs outlive the page that began them, so each person has one object of them in a tab, and another one in test mode. */
function runsOf(owner: string): Runs {
  const known = opened.get(owner) ?? openRuns(sessionStorage, owner);
  opened.set(owner, known);
  return known;
}

/** Returns a function that sends the request of one item at its turn. */
function useSend(runs: Runs) {
  const resend = useKeyedRequest(
    ({ id }: RunItem, api) =>
      answerOf(api.POST("/panel/api/notifications/{id}/resend", { params: { path: { id } }, body: {} })),
    MANY,
  );
  const cancel = useKeyedRequest(
    ({ id }: RunItem, api) => answerOf(api.POST("/panel/api/notifications/{id}/cancel", { params: { path: { id } } })),
    MANY,
  );
  const wait = toldWait((text) => runs.tell(text));
  return (item: RunItem, { kind }: Run): Promise<unknown> =>
    patiently(() => (kind === "resend" ? resend : cancel).mutateAsync(item), {
      ...{ pace, wait },
      isWanted: () => runs.isNext(item),
    });
}

/** Returns the run of this tab, and what can be done with it. */
export function useRun() {
  const { session, mode, time } = usePanel();
  const runs = runsOf(placeOf(session.claims.sub, mode));
  const run = useSyncExternalStore(runs.subscribe, runs.current);
  const client = useQueryClient();
  const toast = useToast();
  const send = useSend(runs);
  const work = async () => {
    warnOnClose("notifications");
    if (!(await runs.work(send))) return;
    warnNoMore("notifications");
    await client.invalidateQueries({ queryKey: ["notifications"] });
    const isSeen = location.pathname.startsWith("/notifications");
    if (!isSeen && runs.current()?.state === "done") toast("The notifications are done: see Notifications");
  };
  return {
    run,
    /** Returns false while another run is unfinished. */
    begin: (kind: RunKind, ids: readonly string[]): boolean => {
      const items = ids.map((id) => ({ id, key: crypto.randomUUID() }));
      const beganAt = new Date(time.now()).toISOString();
      const isBegun = runs.begin({ kind, beganAt, items, done: 0, refused: [], state: "running" });
      if (isBegun) void work();
      return isBegun;
    },
    pause: () => runs.pause(),
    resume: () => {
      runs.resume();
      void work();
    },
    stop: () => runs.stop(),
    dismiss: () => runs.dismiss(),
  };
}

export type RunControls = ReturnType<typeof useRun>;
