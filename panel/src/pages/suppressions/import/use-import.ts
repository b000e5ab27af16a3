import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { answerOf } from "../../../api/client.ts";
import { useKeyedRequest } from "../../../api/use-action.ts";
import { useToast } from "../../../components/toast.tsx";
import { patiently } from "../../../long-work/patiently.ts";
import { pace, toldWait, warnNoMore, warnOnClose } from "../../../long-work/this-tab.ts";
import { placeOf } from "../../../session/mode.ts";
import { usePanel } from "../../../session/session-context.tsx";
import type { ImportLine } from "./import-lines.ts";
import { anImport, type ImportItem, type ImportRun, type Imports, openImports } from "./import-run.ts";
import { bodyOf, LinesAtOnce } from "./lines-at-once.ts";

interface Opened {
  readonly imports: Imports;
  readonly lines: LinesAtOnce;
}

const opened = new Map<string, Opened>();

/** Imports outlive the page that began them, so each person has one object of them in a tab, and another one in test mode. */
function openedBy(owner: string): Opened {
  const known = opened.get(owner) ?? { imports: openImports(), lines: new LinesAtOnce() };
  opened.set(owner, known);
  return known;
}

/** Sends many lines in one request. */
function useSend({ imports, lines }: Opened) {
  const request = useKeyedRequest(
    async ({ items }: { readonly key: string; readonly items: readonly ImportItem[] }, api) =>
      answerOf(api.POST("/panel/api/suppressions/import", { body: { suppressions: items.map(bodyOf) } })),
    { isOneOfMany: true },
  );
  const wait = toldWait((text) => imports.tell(text));
  return (item: ImportItem, run: ImportRun) =>
    lines.answerTo(item, run, async (items) => {
      const isWanted = () => imports.isNext(item);
      const ask = () => request.mutateAsync({ key: item.key, items });
      return (await patiently(ask, { pace, wait, isWanted })).results;
    });
}

/** Returns the import of this tab, and what can be done with it. */
export function useImport() {
  const { session, mode } = usePanel();
  const { imports, lines } = openedBy(placeOf(session.claims.sub, mode));
  const run = useSyncExternalStore(imports.subscribe, imports.current);
  const client = useQueryClient();
  const toast = useToast();
  const send = useSend({ imports, lines });
  const work = async () => {
    warnOnClose("suppressions");
    if (!(await imports.work(send))) return;
    warnNoMore("suppressions");
    await client.invalidateQueries({ queryKey: ["suppressions"] });
    const isSeen = location.pathname.startsWith("/suppressions");
    if (!isSeen && imports.current()?.state === "done") toast("The import is done: see Suppressions");
  };
  return {
    run,
    /** Returns false while another import is unfinished. */
    begin: (wanted: readonly ImportLine[]): boolean => {
      const isBegun = imports.begin(anImport(wanted, () => crypto.randomUUID()));
      if (isBegun) void work();
      return isBegun;
    },
    pause: () => imports.pause(),
    resume: () => {
      imports.resume();
      void work();
    },
    stop: () => imports.stop(),
    dismiss: () => imports.dismiss(),
  };
}

export type ImportControls = ReturnType<typeof useImport>;
