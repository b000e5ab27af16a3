import { useMutation } from "@tanstack/react-query";
import type { Schemas } from "../../api/schemas.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Problem } from "../../components/problem.tsx";
import { sizeText } from "./size-text.ts";

type File = Schemas["ShownEmail"]["attachments"][number];

interface AttachmentListProps {
  readonly files: readonly File[];
  /** Saves the file at this position through the browser's download. */
  readonly onSave: (index: number) => Promise<void>;
}

/** Lists the files of a mail, which can be downloaded while they are stored. A mail without files has no list. */
export function AttachmentList({ files, onSave }: AttachmentListProps) {
  const save = useMutation({ mutationFn: onSave });
  if (files.length === 0) return null;
  return (
    <>
      <ul className="box recipients" aria-label="Attachments">
        {files.map(({ filename, content_type: type, size, kept }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the API identifies a file by its position
          <li key={index} className="row">
            <Icon name="clip" className="t3" />
            <span className="b cut">{filename}</span>
            <span className="s t3 cut">
              {[type, sizeText(size)].filter(Boolean).join(", ")}
              {!kept && ", no longer kept"}
            </span>
            <span className="grow" />
            {kept && (
              <Button
                isSmall
                isBusy={save.isPending && save.variables === index}
                aria-label={`Download ${filename}`}
                onClick={() => save.mutate(index)}
              >
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
      {save.isError && <Problem title="Not downloaded" error={save.error} />}
    </>
  );
}
