import { useState } from "react";
import { usePanel } from "../../session/session-context.tsx";
import { uploadFile } from "../conversations/upload-file.ts";
import type { MailFile } from "./mail-draft.ts";

/** A mail has at most this many files; the service refuses more. */
const MOST_FILES = 20;

interface Current {
  readonly name: string;
  /** The uploaded share, from 0 to 1. */
  readonly share: number;
}

interface Failed {
  readonly name: string;
  readonly error: unknown;
}

/** Uploads the chosen files one after the other; the first that fails ends the upload of the others. */
export function useUploads(onUploaded: (file: MailFile) => void) {
  const { session, mode } = usePanel();
  const [current, setCurrent] = useState<Current>();
  const [problem, setProblem] = useState<Failed>();
  const upload = async (file: File): Promise<boolean> => {
    const { name } = file;
    const onProgress = (share: number) => setCurrent({ name, share });
    onProgress(0);
    try {
      const what = { path: "/panel/api/attachments", idIn: "attachment_id", file, onProgress } as const;
      const id = await uploadFile({ session, mode }, what);
      onUploaded({ id, name });
      return true;
    } catch (error) {
      setProblem({ name, error });
      return false;
    }
  };
  const add = async (files: readonly File[]) => {
    if (current !== undefined) return;
    setProblem(undefined);
    for (const file of files.slice(0, MOST_FILES)) if (!(await upload(file))) break;
    setCurrent(undefined);
  };
  return { current, problem, add: (files: readonly File[]) => void add(files) };
}

export type Uploads = ReturnType<typeof useUploads>;
