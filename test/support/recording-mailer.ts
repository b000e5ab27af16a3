import type { Mail, MailOutcome } from "../../shared/email/domain/mail.ts";
import type { Mailer, MailRoute } from "../../shared/email/ports.ts";

export interface RecordingMailer extends Mailer {
  readonly sent: { readonly route: MailRoute; readonly mail: Mail; readonly timeoutMs: number }[];
}

export const acceptAll = (mail: Mail): MailOutcome => ({
  kind: "answered",
  recipients: mail.envelope.map((address) => ({ address, result: "accepted", code: 250 })),
});

/** Records every mail and returns the given outcome; by default every recipient is accepted. */
export function recordingMailer(
  answer: (mail: Mail) => MailOutcome | Promise<MailOutcome> = acceptAll,
): RecordingMailer {
  const sent: RecordingMailer["sent"] = [];
  return {
    sent,
    async send(route, mail, timeoutMs) {
      sent.push({ route, mail, timeoutMs });
      return answer(mail);
    },
  };
}
