import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { answerOf } from "../../../api/client.ts";
import { useKeyedRequest } from "../../../api/use-action.ts";
import { useToast } from "../../../components/toast.tsx";
import { type Patience, patiently } from "../../../long-work/patiently.ts";
import { pace, wait, warnNoMore, warnOnClose } from "../../../long-work/this-tab.ts";
import { usePanel } from "../../../session/session-context.tsx";
import type { RunItem, RunKind } from "./run.ts";
import { Runs, type SendItem } from "./runs.ts";

const MANY = { isOneOfMany: true } as const;
/** A shorter wait is not worth a word. */
const TOLD_MS = 2000;

const opened = new Map<string, Runs>();

/** Runs outlive the page that began them, so each person has one object of them in a tab. */
function runsOf(owner: string): Runs {
  const known = opened.get(owner) ?? new Runs(sessionStorage, owner);
  opened.set(owner, known);
  return known;
}

/** Returns a function that sends the request of one item at its turn. */
function useSend(runs: Runs): SendItem {
  const resend = useKeyedRequest(
    ({ id }: RunItem, api) =>
      answerOf(api.POST("/panel/api/notifications/{id}/resend", { params: { path: { id } }, body: {} })),
    MANY,
  );
  const cancel = useKeyedRequest(
    ({ id }: RunItem, api) => answerOf(api.POST("/panel/api/notifications/{id}/cancel", { params: { path: { id } } })),
    MANY,
  );
  const patience: Omit<Patience, "isWanted"> = {
    pace,
    wait: (ms) => {
      if (ms > TOLD_MS) runs.tell(`The service is busy: it goes on in ${Math.ceil(ms / 1000)} seconds.`);
      return wait(ms);
    },
  };
  return (kind, item) =>
    patiently(() => (kind === "resend" ? resend : cancel).mutateAsync(item), {
      ...patience,
      isWanted: () => runs.isNext(item),
    });
}

/** Returns the run of this tab, and what can be done with it. */
export function useRun() {
  const { session } = usePanel();
  const runs = runsOf(session.claims.sub);
  const run = useSyncExternalStore(runs.subscribe, runs.current);
  const client = useQueryClient();
  const toast = useToast();
  const send = useSend(runs);
  const work = async () => {
    warnOnClose();
    if (!(await runs.work(send))) return;
    warnNoMore();
    await client.invalidateQueries({ queryKey: ["notifications"] });
    const isSeen = location.pathname.startsWith("/notifications");
    if (!isSeen && runs.current()?.state === "done") toast("The notifications are done: see Notifications");
  };
  return {
    run,
    /** Returns false while another run is unfinished. */
    begin: (kind: RunKind, ids: readonly string[]): boolean => {
      const items = ids.map((id) => ({ id, key: crypto.randomUUID() }));
      const beganAt = new Date().toISOString();
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
