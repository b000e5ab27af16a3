import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Problem } from "../../components/problem.tsx";
import type { MailFile } from "./mail-draft.ts";
import type { Uploads } from "./use-uploads.ts";

interface MailFilesProps {
  readonly files: readonly MailFile[];
  readonly uploads: Uploads;
  readonly error: string | undefined;
  readonly onRemove: (id: string) => void;
}

/** Lists the files of the mail. A file is uploaded as soon as it is chosen. */
export function MailFiles({ files, uploads, error, onRemove }: MailFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const { current, problem, add } = uploads;
  return (
    <fieldset>
      <legend className="vh">Files</legend>
      {files.length > 0 && (
        <ul className="box recipients" aria-label="Files">
          {files.map(({ id, name }) => (
            <li key={id} className="row">
              <Icon name="clip" className="t3" />
              <span className="cut grow">{name}</span>
              <Button icon="close" aria-label={`Remove ${name}`} onClick={() => onRemove(id)} />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // Clearing the value lets the same file be chosen again after it was removed.
          target.value = "";
        }}
      />
      <div className="row wrap">
        <Button icon="clip" isSmall isBusy={current !== undefined} onClick={() => input.current?.click()}>
          Attach files
        </Button>
        <span className="s t3" role="status">
          {current ? `Uploading ${current.name}: ${Math.round(current.share * 100)} %` : "At most 20, of 20 MB each."}
        </span>
      </div>
      {error && <p className="bad s">{error}</p>}
      {problem && <Problem title={`Not attached: ${problem.name}`} error={problem.error} />}
    </fieldset>
  );
}
