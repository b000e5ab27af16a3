import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, type Schemas } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { EmailTemplate } from "./template-draft.ts";

type Version = Schemas["EmailTemplateVersion"];

interface TemplateVersionsProps {
  readonly template: EmailTemplate;
  readonly onRestored: (version: number) => void;
}

const PAGE = 10;

/** The kept versions; nothing where there is but the present one. */
export function TemplateVersions({ template, onRestored }: TemplateVersionsProps) {
  const list = useVersions(template);
  const restore = useRestore(template, onRestored);
  const versions = list.data?.pages.flatMap((page) => ("versions" in page ? page.versions : page)) ?? [];
  if (list.isError) return <Problem title="Could not load the versions" error={list.error} />;
  if (versions.length < 2) return null;
  const columns: readonly Column<Version>[] = [
    { header: "Version", isName: true, cell: ({ version }) => version },
    { header: "Subject", cell: ({ subject }) => subject },
    { header: "Written", cell: ({ updated_at }) => <Time at={updated_at} /> },
    {
      header: "Actions",
      isActions: true,
      cell: ({ version }) =>
        version !== versions[0]?.version && (
          <Button isBusy={restore.isPending} onClick={() => restore.mutate(version)}>
            Restore <span className="vh">version {version}</span>
          </Button>
        ),
    },
  ];
  return (
    <section className="card" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <p className="t2">The last fifty are kept. To restore one writes it once more, as a new version.</p>
      {restore.isError && <Problem title="Not restored" error={restore.error} />}
      <DataTable caption="Versions" columns={columns} rows={versions} keyOf={({ version }) => `${version}`} />
      <OlderOnes list={list} isEmpty={false} />
    </section>
  );
}

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

function useRestore({ id }: EmailTemplate, onRestored: (version: number) => void) {
  const { api } = usePanel();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      answerOf(api.POST("/api/v1/templates/{id}/restore", { params: { path: { id } }, body: { version } })),
    onSuccess: (template, version) => {
      toast(`Version ${version} is restored.`);
      queryClient.setQueryData(["email-templates", id], template);
      onRestored(template.version ?? version);
    },
  });
}
