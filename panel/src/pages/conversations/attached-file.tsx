import { errorText } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { Attached } from "./use-attachment.ts";

/** Shows the attached file above the text field, with its upload progress and a button to remove it. */
export const AttachedFile = ({
  attached,
  onRemove,
}: {
  readonly attached: Attached;
  readonly onRemove: () => void;
}) => (
  <div className="row attached" role="status">
    {attached.picture === undefined ? (
      <Icon name="clip" className="t3" />
    ) : (
      <img src={attached.picture} alt="" width="40" height="40" />
    )}
    <span className="cut">{attached.name}</span>
    {attached.error === undefined ? (
      <span className="s t3">{attached.mediaId === undefined ? "Uploading…" : "The file is ready."}</span>
    ) : (
      <span className="bad s">{errorText(attached.error).message}</span>
    )}
    {attached.mediaId === undefined && attached.error === undefined && (
      <progress value={attached.share} max={1} aria-label="Upload" />
    )}
    <span className="grow" />
    <Button icon="close" aria-label="Take the file away" onClick={onRemove} />
  </div>
);
