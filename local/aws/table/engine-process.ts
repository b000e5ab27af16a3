import { type ChildProcess, spawn } from "node:child_process";

/**
 * Runs a program that ends with this process, even if this process is killed: the kernel then closes the pipe that the
 * shell reads, and the shell ends the program, first with TERM and after 2 s with KILL. The shell prints the program's
 * own pid.
 */
const GUARD = `
exec 3<&0 </dev/null
"$@" 3<&- 1>&2 &
child=$!
echo "$child"
(
  while read -r _ <&3; do :; done
  kill -TERM "$child" 2>/dev/null
  tries=0
  while [ "$tries" -lt 20 ] && kill -0 "$child" 2>/dev/null; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL "$child" 2>/dev/null
) >/dev/null &
guard=$!
exec 3<&-
wait "$child"
code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

/** The guarding shell has this name in the list of processes. */
export const GUARD_NAME = "herald-engine";

const START_MS = 30_000;
/** The last bytes of the program's output are kept, so that the error contains them if the program dies. */
const KEPT_OUTPUT = 4_096;

export interface EngineProcess {
  readonly pid: number;
  /** Resolves with the program's last output when it has ended. It never rejects. */
  readonly ended: Promise<string>;
  /** Ends the program and waits for it. */
  stop(): Promise<void>;
}

/** Starts a program. Fails if the shell cannot be started; if the program cannot be started, `ended` resolves. */
export async function startGuarded(program: string, args: readonly string[]): Promise<EngineProcess> {
  // The shell has its own process group, because Ctrl-C in the terminal must not stop the engine before the stack has
  // finished its writes.
  const shell = spawn("/bin/sh", ["-c", GUARD, GUARD_NAME, program, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  // The pipe may break when the program ends by itself, which `ended` reports.
  shell.stdin.on("error", () => {});
  let output = "";
  shell.stderr.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  });
  const ended = new Promise<string>((resolve) => {
    shell.once("error", (error) => resolve(error.message));
    shell.once("exit", (code, signal) => {
      // If the shell died before its program, closing the pipe lets the guard end the program.
      shell.stdin.destroy();
      resolve(`exit ${code ?? signal}; ${output.trim()}`);
    });
  });
  const pid = await pidOf(shell, ended).catch((error: unknown) => {
    shell.stdin.destroy();
    throw error;
  });
  return {
    pid,
    ended,
    stop: async () => {
      shell.stdin.end();
      await ended;
    },
  };
}

async function pidOf(shell: ChildProcess, ended: Promise<string>): Promise<number> {
  const started = new Promise<number>((resolve) => {
    shell.stdout?.once("data", (chunk: Buffer) => resolve(Number.parseInt(chunk.toString(), 10)));
  });
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the shell gave no sign of life")), START_MS).unref();
  });
  const died = ended.then((output) => {
    throw new Error(`the engine could not be started: ${output}`);
  });
  return Promise.race([started, tooLate, died]);
}
