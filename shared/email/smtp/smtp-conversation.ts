import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPError } from "nodemailer/lib/smtp-connection";

type Done<T> = (error?: SMTPError | null, result?: T) => void;

/** Makes a promise of one step. When the connection is lost, the library calls no callback, so `error` and `end` reject the promise. */
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

/** Reads the fields of an error of the library. */
export function smtpError(error: unknown): SMTPError {
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns the text of the error, or our own text when the server gave no answer in time. */
export function errorMessage({ code, message }: SMTPError): string {
  return code === "ETIMEDOUT" ? "the server did not answer in time" : message;
}
