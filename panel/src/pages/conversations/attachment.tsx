import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { ACCEPTED, hasCaption, type UploadType } from "./reply-draft.ts";
import { uploadFile } from "./upload-file.ts";

interface AttachmentProps {
  readonly conversationId: string;
  readonly type: UploadType;
  /** With an empty text while there is no file. */
  readonly onReady: (mediaId: string) => void;
}

/** A file is uploaded as soon as it is chosen; the reply then names it. */
export function Attachment({ conversationId, type, onReady }: AttachmentProps) {
  const { session } = usePanel();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(session, { conversationId, mediaType: type, file, onProgress: setShare }),
    onMutate: () => {
      setShare(0);
      onReady("");
    },
    onSuccess: onReady,
  });
  return (
    <div className="stack">
      <TextField
        label="File"
        type="file"
        required
        accept={ACCEPTED[type]}
        disabled={upload.isPending}
        hint="At most 20 MB; images 5 MB, audio and video 16 MB."
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
        }}
      />
      {upload.isPending && <progress value={share} max={1} aria-label="Upload" />}
      {upload.isSuccess && (
        <p className="t2" role="status">
          The file is ready.
        </p>
      )}
      {upload.isError && <Problem title="Not uploaded" error={upload.error} />}
      {hasCaption(type) && <TextField name="caption" label="Caption" maxLength={1024} />}
    </div>
  );
}
