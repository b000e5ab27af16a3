import { useQuery } from "@tanstack/react-query";
import { recordOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";

export function useAlerts() {
  const { api } = usePanel();
  return useQuery({ queryKey: ["alerts"], queryFn: () => recordOf(api.GET("/panel/api/alerts")) });
}
