import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { usePanel } from "./session-context.tsx";

/** Loads what the service stores about the signed-in person, and whether the person is an administrator. */
export function useMe() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["me"],
    queryFn: () => answerOf(api.GET("/panel/api/me")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
