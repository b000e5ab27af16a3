import { useQuery } from "@tanstack/react-query";
import type { RepeatableApi } from "../../api/client.ts";
import type { Schemas } from "../../api/schemas.ts";
import { usePanel } from "../../session/session-context.tsx";
import { fileOf } from "./download.ts";
import { MAX_PICTURE_BYTES, type Pictures, withPictures } from "./inline-pictures.ts";

type Mail = Pick<Schemas["ShownEmail"], "html" | "attachments">;

const EMPTY = "data:,";

/** Returns the HTML of a mail, with its own pictures once they are loaded; the frame itself has no access to them. */
export function useShownHtml(id: string, { html = "", attachments }: Mail): string {
  const { api } = usePanel();
  const inside = attachments.flatMap(({ content_id: name, kept, size }, index) =>
    name !== undefined && kept && size <= MAX_PICTURE_BYTES ? [{ name, index }] : [],
  );
  const { data } = useQuery({
    queryKey: ["notification-pictures", id],
    queryFn: async (): Promise<Pictures> =>
      new Map(
        await Promise.all(inside.map(async ({ name, index }) => [name, await dataOf(api, { id, index })] as const)),
      ),
    enabled: inside.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return withPictures(html, data ?? new Map(inside.map(({ name }) => [name, EMPTY])));
}

async function dataOf(
  api: RepeatableApi,
  { id, index }: { readonly id: string; readonly index: number },
): Promise<string> {
  const { blob } = await fileOf(api, id, index);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The file cannot be read."));
    reader.readAsDataURL(blob);
  });
}
