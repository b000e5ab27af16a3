import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { shownText } from "../../components/shown-text.ts";
import { aheadText, testTimeText } from "../../explain/test-clock.ts";
import { useSecondsNow } from "../../session/use-now.ts";
import { useTestClock } from "../../session/use-test-clock.ts";
import { secondsIn } from "./move-by.ts";
import { type NextThing, nextThing, secondsTo } from "./next-thing.ts";
import { useMoveClock } from "./use-move-clock.ts";
import { useNextThings } from "./use-next-thing.ts";

const STEPS = [
  { label: "+1 min", seconds: 60 },
  { label: "+1 h", seconds: 3600 },
  { label: "+1 day", seconds: 86_400 },
] as const;

type Move = ReturnType<typeof useMoveClock>;

/** Shows the clock of test mode and moves it ahead. It never goes back. */
export function ClockBar() {
  const clock = useTestClock();
  const move = useMoveClock();
  const now = useSecondsNow();
  const ahead = clock.data?.advanced_seconds ?? 0;
  return (
    <section className="clock-bar" aria-label="Clock">
      <div className="row wrap">
        <time className="b num clock-time" dateTime={new Date(now).toISOString()}>
          {testTimeText(now)}
        </time>
        <span className="t3 s">{ahead > 0 ? `${aheadText(ahead)} ahead of real time` : "as real time"}</span>
        <span className="grow" />
        <div className="row wrap">
          {STEPS.map(({ label, seconds }) => (
            <Button key={label} isSmall isBusy={move.isPending} onClick={() => move.mutate(seconds)}>
              {label}
            </Button>
          ))}
          <MoveBy move={move} />
        </div>
      </div>
      <Next move={move} now={now} />
      {move.isError && <Problem title="Not moved" error={move.error} />}
    </section>
  );
}

function MoveBy({ move }: { readonly move: Move }) {
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const seconds = secondsIn(textsOf(event.currentTarget).by ?? "");
    setIsWrong(seconds === undefined);
    if (seconds !== undefined) move.mutate(seconds);
  };
  return (
    <form className="row move-by" onSubmit={submit} noValidate>
      <TextField
        name="by"
        label="Move by"
        size="xs"
        required
        placeholder="3 days"
        aria-label="Move by"
        isOptionalSaid={false}
        error={isWrong ? "Such as 90 min, 2 h or 3 days" : undefined}
      />
      <Button type="submit" isSmall isBusy={move.isPending}>
        Move
      </Button>
    </form>
  );
}

/** Says what happens next, and skips to it. */
function Next({ move, now }: { readonly move: Move; readonly now: number }) {
  const things = useNextThings();
  if (things.data === undefined) return null;
  const next = nextThing(things.data, now);
  return (
    <div className="row wrap">
      <p className="t2 grow" role="status">
        {next ? <Coming next={next} now={now} /> : "Nothing waits for a time to come."}
      </p>
      <Button
        isSmall
        look="primary"
        isBusy={move.isPending}
        disabled={next === undefined}
        onClick={() => next && move.mutate(secondsTo(next.at, now))}
      >
        Skip to the next thing
      </Button>
    </div>
  );
}

const Coming = ({ next: { at, what, path }, now }: { readonly next: NextThing; readonly now: number }) => (
  <>
    Next, in {aheadText(secondsTo(at, now))}:{" "}
    <Link className="link" to={path}>
      {shownText(what)}
    </Link>
  </>
);
