import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { pollEvery } from "../api/poll-every.ts";
import { usePanel } from "./session-context.tsx";

const REFRESH_MS = 30_000;

/** Reads the clock of test mode, by which the page judges its times from then on. In live mode there is none. */
export function useTestClock() {
  const { api, mode, time } = usePanel();
  return useQuery({
    queryKey: ["test-clock"],
    enabled: mode === "test",
    queryFn: async () => {
      const clock = await answerOf(api.GET("/panel/api/sandbox/clock"));
      time.follow(clock.now);
      return clock;
    },
    refetchInterval: pollEvery(REFRESH_MS),
  });
}
