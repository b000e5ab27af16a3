import { useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { usePanel } from "../../session/session-context.tsx";

/** What became due by a move happens within seconds, so the page looks again after these times. */
const LOOKS_MS = [1500, 4000, 9000] as const;

/** Moves the clock of test mode ahead. */
export function useMoveClock() {
  const { time } = usePanel();
  const client = useQueryClient();
  return useAction({
    run: (advance_seconds: number, { api }) =>
      answerOf(api.POST("/panel/api/sandbox/clock", { body: { advance_seconds } })),
    onSuccess: (clock) => {
      time.follow(clock.now);
      client.setQueryData(["test-clock"], clock);
      for (const ms of LOOKS_MS) setTimeout(() => void client.invalidateQueries(), ms);
    },
  });
}
