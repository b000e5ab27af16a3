import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Pipelining } from "./pipelining.ts";

export interface EnvelopeTiming {
  readonly pipelining: Pipelining;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export interface TimedEnvelope {
  /** Call when the reply to DATA is here. */
  replied(): void;
  /** Call when the mail is over, whatever became of it. */
  stop(): void;
}

/** Chooses how the next envelope of a server that takes pipelined commands leaves, and measures how it goes. Call right before it leaves. */
export function timedEnvelope(
  connection: SMTPConnection,
  { pipelining, now }: EnvelopeTiming,
  recipients: number,
): TimedEnvelope {
  const commands = recipients + 2;
  const isPipelined = pipelining.isQuicker(commands);
  offerPipelining(connection, isPipelined);
  const startedMs = now();
  let firstReplyMs: number | undefined;
  const onReply = () => {
    firstReplyMs = now() - startedMs;
  };
  const { _socket: socket } = connection;
  // Before the library's own listener: that one may read the replies to all commands at once.
  if (socket) socket.prependOnceListener("data", onReply);
  return {
    replied() {
      if (firstReplyMs === undefined) return;
      pipelining.learn({ commands, isPipelined, firstReplyMs, allRepliesMs: now() - startedMs });
    },
    stop() {
      if (socket) socket.removeListener("data", onReply);
    },
  };
}

const PIPELINING = "PIPELINING";

/** The library has no option against pipelining: it pipelines where it finds this in its own list of what the server offers. */
function offerPipelining(connection: SMTPConnection, isOffered: boolean): void {
  if (!("_supportedExtensions" in connection) || !Array.isArray(connection._supportedExtensions)) return;
  const known: readonly unknown[] = connection._supportedExtensions;
  const others = known.filter((name) => name !== PIPELINING);
  connection._supportedExtensions = isOffered ? [...others, PIPELINING] : others;
}
