import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { answerOf, recordOf, type Schemas } from "../../api/client.ts";
import { type Acting, useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { part } from "../../components/part.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { Time } from "../../components/time.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { EmailTemplate } from "./template-draft.ts";

const VersionDifference = part(async () => (await import("./version-difference.tsx")).VersionDifference);

type Version = Schemas["EmailTemplateVersion"];

interface TemplateVersionsProps {
  readonly template: EmailTemplate;
  readonly onRestored: (template: EmailTemplate) => void;
  readonly onClose: () => void;
}

const PAGE = 10;

/** Lists the stored versions, shows their changes and restores one. */
export function TemplateVersions({ template, onRestored, onClose }: TemplateVersionsProps) {
  const list = useVersions(template);
  const [shown, setShown] = useState<Version>();
  const versions = list.data?.pages.flatMap((page) => ("versions" in page ? page.versions : page)) ?? [];
  // A template contains its version number only if it ever had an option, so the number comes from the list.
  const present = versions[0]?.version;
  const restore = useRestore(template.id, { present, onRestored });
  const before = shown && versions.find(({ version }) => version < shown.version);
  return (
    <Dialog title="Versions" onClose={onClose} size={760}>
      <div className="stack">
        <p className="t2">The last fifty are kept. Restoring one saves its text again as a new version.</p>
        <QueryProblem query={list} title="Could not load the versions" />
        {restore.isError && <Problem title="Not restored" error={restore.error} />}
        <DataTable
          caption="Versions"
          columns={columnsOf(present, restore, setShown)}
          rows={versions}
          keyOf={({ version }) => `${version}`}
        />
        <OlderOnes list={list} isEmpty={false} />
        {shown && (
          <Suspense>
            <VersionDifference version={shown} before={before} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

const columnsOf = (
  present: number | undefined,
  restore: ReturnType<typeof useRestore>,
  show: (version: Version) => void,
): readonly Column<Version>[] => [
  { header: "Version", isName: true, cell: ({ version }) => version },
  { header: "Subject", cell: ({ subject }) => subject },
  { header: "Written", cell: ({ updated_at }) => <Time at={updated_at} /> },
  {
    header: "Actions",
    isActions: true,
    cell: (version) => (
      <span className="actions">
        <Button isSmall onClick={() => show(version)}>
          Changes <span className="vh">of version {version.version}</span>
        </Button>
        {version.version !== present && (
          <Button isSmall isBusy={restore.isPending} onClick={() => restore.mutate(version.version)}>
            Restore <span className="vh">version {version.version}</span>
          </Button>
        )}
      </span>
    ),
  },
];

function useVersions({ id, updated_at }: EmailTemplate) {
  const { api } = usePanel();
  return useInfiniteQuery({
    queryKey: ["email-template-versions", id, updated_at],
    initialPageParam: "",
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return answerOf(api.GET("/api/v1/templates/{id}/versions", { params: { path: { id }, query } }));
    },
    getNextPageParam: (last) => ("versions" in last ? last.next_cursor : undefined),
  });
}

interface Restoring extends Pick<TemplateVersionsProps, "onRestored"> {
  /** The version before the restore, to which Undo returns. */
  readonly present: number | undefined;
}

function useRestore(id: string, { present, onRestored }: Restoring) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const run = (version: number, { api }: Acting) =>
    recordOf(api.POST("/api/v1/templates/{id}/restore", { params: { path: { id } }, body: { version } }));
  const show = (template: EmailTemplate) => {
    queryClient.setQueryData(["email-templates", id], template);
    onRestored(template);
  };
  const back = useAction({ run });
  const restore = useAction({
    run,
    onSuccess: (template, version) => {
      const takeBack = async (to: number) => {
        const again = await back.mutateAsync(to);
        restore.takenBack();
        if (again) show(again);
      };
      const undo = present === undefined ? undefined : () => takeBack(present);
      toast(`Version ${version} is restored.`, { ...(undo && { undo }) });
      show(template);
      back.takenBack();
    },
  });
  return restore;
}
