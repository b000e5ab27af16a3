import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPError } from "nodemailer/lib/smtp-connection";

type Done<T> = (error?: SMTPError | null, result?: T) => void;

/**
 * One step of the library's conversation as a promise. A step's own callback is not called when the connection is lost in the
 * middle, so the connection's `error` and `end` end it as well; `end` yields to a callback of the same turn, which knows more.
 */
export function step<T>(connection: SMTPConnection, start: (done: Done<T>) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      connection.removeListener("error", onError).removeListener("end", onEnd);
      finish();
    };
    const onError = (error: SMTPError) => settle(() => reject(error));
    const onEnd = () => {
      setImmediate(() => settle(() => reject(new Error("connection closed by the server"))));
    };
    connection.once("error", onError).once("end", onEnd);
    start((error, result) => settle(() => (error ? reject(error) : resolve(result))));
  });
}

/** The fields that are read from an error of the library. */
export function smtpError(error: unknown): SMTPError {
  return error instanceof Error ? error : new Error(String(error));
}

/** Our words where the server said none. */
export function errorMessage({ code, message }: SMTPError): string {
  return code === "ETIMEDOUT" ? "the server did not answer in time" : message;
}
