import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { usePanel } from "./session-context.tsx";

/** Loads the signed-in person as the service knows them, and whether they are an administrator. */
export function useMe() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["me"],
    queryFn: () => answerOf(api.GET("/panel/api/me")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
