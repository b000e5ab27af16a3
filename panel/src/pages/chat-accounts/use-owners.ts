import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, type Schemas } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";

export type FoundOwner = Schemas["FoundOwners"]["owners"][number];

/** As many as the service names at once. */
const MOST_NAMED = 20;
/** Names seldom change. */
const FRESH_MS = 300_000;
const NOBODY: ReadonlyMap<string, FoundOwner> = new Map();

/** The people whose name or address begins so; undefined while nothing is known. */
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

/** Owners by their ids, as far as the directory knows them: the first ones of many. */
export function useOwnerNames(ids: readonly string[]): ReadonlyMap<string, FoundOwner> {
  const { api } = usePanel();
  // A comma separates them in the question.
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

/** `Dana Moreno (demo)`, or the id alone. */
export function ownerText(id: string, names: ReadonlyMap<string, FoundOwner>): string {
  const name = names.get(id)?.name;
  return name === undefined || name === id ? id : `${name} (${id})`;
}
