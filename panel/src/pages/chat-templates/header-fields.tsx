import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { SelectField, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { DraftFieldsProps } from "./definition-fields.tsx";
import { choiceOf, type Draft, HEADERS } from "./template-draft.ts";

const ACCEPTED = { image: "image/jpeg,image/png", video: "video/mp4,video/3gpp", document: "application/pdf" } as const;

export function HeaderFields({ draft, onChange }: DraftFieldsProps) {
  const { headerType, headerText, headerExample } = draft;
  const { config } = usePanel();
  // A header with a file needs an example for the reviewers, which is uploaded.
  const kinds = HEADERS.filter(({ value }) => config.uploads || ["none", "text", headerType].includes(value));
  return (
    <fieldset>
      <legend>Header</legend>
      <SelectField
        label="Kind of header"
        options={kinds}
        value={headerType}
        onChange={(value) => onChange({ ...draft, headerType: choiceOf(HEADERS, value), mediaHandle: "" })}
      />
      {headerType === "text" && (
        <>
          <TextField
            label="Header text"
            required
            maxLength={60}
            value={headerText}
            hint="May hold one variable, {{1}}."
            onChange={({ target }) => onChange({ ...draft, headerText: target.value })}
          />
          {headerText.includes("{{") && (
            <TextField
              label="Example for the header's variable"
              required
              value={headerExample}
              onChange={({ target }) => onChange({ ...draft, headerExample: target.value })}
            />
          )}
        </>
      )}
      {headerType !== "none" && headerType !== "text" && (
        <ReviewFile key={headerType} draft={draft} accept={ACCEPTED[headerType]} onChange={onChange} />
      )}
    </fieldset>
  );
}

/** Uploads the example file for the platform's reviewers. Each message later has a file of its own. */
function ReviewFile({ draft, accept, onChange }: DraftFieldsProps & { readonly accept: string }) {
  const upload = useUpload(draft, onChange);
  return (
    <div className="wide stack">
      <TextField
        label="Example file for the review"
        type="file"
        required
        accept={accept}
        disabled={upload.isPending}
        hint="Shown to the platform's reviewers only. Each send names its own file as header_media."
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate({ file, headerType: draft.headerType });
        }}
      />
      <p role="status" className="t2">
        {upload.isPending ? "Uploading…" : draft.mediaHandle && "The file is uploaded."}
      </p>
      {upload.isError && <Problem title="Not uploaded" error={upload.error} />}
    </div>
  );
}

interface Upload extends Pick<Draft, "headerType"> {
  readonly file: File;
}

function useUpload(draft: Draft, onChange: DraftFieldsProps["onChange"]) {
  return useAction({
    run: ({ file }: Upload, { api }) => {
      const form = new FormData();
      // The account comes first, because the service streams the file to it.
      if (draft.chatAccountId) form.set("chat_account_id", draft.chatAccountId);
      form.set("file", file);
      return answerOf(api.POST("/panel/api/chat-template-media", { body: { file: "" }, bodySerializer: () => form }));
    },
    contentOf: ({ file: { name, size, lastModified }, headerType }) => [name, size, lastModified, headerType],
    // The header may have been changed to another kind since the upload began.
    onSuccess: ({ media_handle: mediaHandle }, { headerType }) =>
      onChange((now) => (now.headerType === headerType ? { ...now, mediaHandle } : now)),
  });
}
