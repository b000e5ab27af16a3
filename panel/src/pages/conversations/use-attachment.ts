import { useEffect, useRef, useState } from "react";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type UploadType, uploadTypeOf } from "./reply-draft.ts";
import { uploadFile } from "./upload-file.ts";

export interface Attached {
  readonly name: string;
  readonly type: UploadType;
  /** The uploaded share, from 0 to 1. */
  readonly share: number;
  /** The id of the uploaded file; present once the service has the file. */
  readonly mediaId?: string;
  readonly error?: unknown;
  /** The address of the picture, for files that are one. It is valid until another file is attached. */
  readonly picture?: string | undefined;
}

/** Makes an address of an image, to be revoked when the image is no longer shown. */
const pictureOf = (file: File, type: UploadType): string | undefined =>
  type === "image" ? URL.createObjectURL(file) : undefined;

/** Contains the file of the next reply, which is uploaded as soon as it is chosen. */
export function useAttachment(conversationId: string) {
  const { config, session, mode } = usePanel();
  const toast = useToast();
  const [attached, setAttached] = useState<Attached>();
  const turn = useRef(0);
  useEffect(
    () => () => {
      if (attached?.picture !== undefined) URL.revokeObjectURL(attached.picture);
    },
    [attached?.picture],
  );
  const attach = async (file: File) => {
    if (!config.uploads) return void toast("This deployment takes no files.");
    turn.current += 1;
    const mine = turn.current;
    const type = uploadTypeOf(file);
    const picture = pictureOf(file, type);
    const show = (part: Partial<Attached>) => {
      if (mine === turn.current) setAttached({ name: file.name, type, picture, share: 0, ...part });
    };
    show({});
    try {
      const onProgress = (share: number) => show({ share });
      const path = `/panel/api/chat-conversations/${conversationId}/media-upload` as const;
      const upload = { path, fields: { media_type: type }, idIn: "media_id", file, onProgress } as const;
      show({ share: 1, mediaId: await uploadFile({ session, mode }, upload) });
    } catch (error) {
      show({ error });
    }
  };
  return {
    attached,
    attach: (file: File) => void attach(file),
    remove: () => {
      turn.current += 1;
      setAttached(undefined);
    },
  };
}
export type Attachment = ReturnType<typeof useAttachment>;
