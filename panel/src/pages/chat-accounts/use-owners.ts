import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, type Schemas } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";

export type FoundOwner = Schemas["FoundOwners"]["owners"][number];

/** The service names at most this many owners in one request. */
const MOST_NAMED = 20;
const FRESH_MS = 300_000;
const NOBODY: ReadonlyMap<string, FoundOwner> = new Map();

/** Finds the people whose name or address begins with the text; the result is undefined while it loads. */
export function useOwnerSearch(text: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["owners", "search", text],
    queryFn: () => answerOf(api.GET("/admin/api/owners", { params: { query: { q: text } } })),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Looks up the names of the first ids in the directory; unknown ones are missing from the result. */
export function useOwnerNames(ids: readonly string[]): ReadonlyMap<string, FoundOwner> {
  const { api } = usePanel();
  // The ids are sent separated by commas, so an id that contains one cannot be asked for.
  const asked = [...new Set(ids)].filter((id) => !id.includes(",")).slice(0, MOST_NAMED);
  const names = useQuery({
    queryKey: ["owners", "names", asked],
    queryFn: () => answerOf(api.GET("/admin/api/owners", { params: { query: { ids: asked.join(",") } } })),
    enabled: asked.length > 0,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return names.data ? new Map(names.data.owners.map((owner) => [owner.id, owner])) : NOBODY;
}

/** Gives `Dana Moreno (demo)`, or the id alone. */
export function ownerText(id: string, names: ReadonlyMap<string, FoundOwner>): string {
  const name = names.get(id)?.name;
  return name === undefined || name === id ? id : `${name} (${id})`;
}
