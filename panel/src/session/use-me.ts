import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { usePanel } from "./session-context.tsx";

/** The signed-in person, as the service sees them, and whether they administrate. */
export function useMe() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["me"],
    queryFn: () => answerOf(api.GET("/panel/api/me")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
