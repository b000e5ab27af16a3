import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { madeOf } from "../../../api/client.ts";
import { useKeyedRequest } from "../../../api/use-action.ts";
import { useToast } from "../../../components/toast.tsx";
import { patiently } from "../../../long-work/patiently.ts";
import { programsPace, toldWait, warnNoMore, warnOnClose } from "../../../long-work/this-tab.ts";
import { usePanel } from "../../../session/session-context.tsx";
import { isReason, REASONS, type Reason } from "../suppression.ts";
import type { ImportLine } from "./import-lines.ts";
import { anImport, type ImportItem, type Imports, openImports } from "./import-run.ts";

const opened = new Map<string, Imports>();

/** Imports outlive the page that began them, so each person has one object of them in a tab. */
function importsOf(owner: string): Imports {
  const known = opened.get(owner) ?? openImports();
  opened.set(owner, known);
  return known;
}

/** A reason that the service does not know is refused here, in its words. */
function known(reason: string | undefined): { readonly reason?: Reason } {
  if (reason === undefined) return {};
  if (isReason(reason)) return { reason };
  throw new ApiError(400, `reason must be one of: ${REASONS.join(", ")}`);
}

function useSend(imports: Imports) {
  const suppress = useKeyedRequest(
    async ({ recipient, reason, topic }: ImportItem, api) =>
      madeOf(api.POST("/api/v1/suppressions", { body: { recipient, ...known(reason), ...(topic && { topic }) } })),
    { isOneOfMany: true },
  );
  const wait = toldWait((text) => imports.tell(text));
  return (item: ImportItem) =>
    patiently(() => suppress.mutateAsync(item), { pace: programsPace, wait, isWanted: () => imports.isNext(item) });
}

/** Returns the import of this tab, and what can be done with it. */
export function useImport() {
  const { session } = usePanel();
  const imports = importsOf(session.claims.sub);
  const run = useSyncExternalStore(imports.subscribe, imports.current);
  const client = useQueryClient();
  const toast = useToast();
  const send = useSend(imports);
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
    begin: (lines: readonly ImportLine[]): boolean => {
      const isBegun = imports.begin(anImport(lines, () => crypto.randomUUID()));
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
