import { addresses, bare, envelopeSenders } from "./address-forms.ts";
import { failedByReport } from "./delivery-report.ts";
import { type FeedbackReport, readFeedback } from "./feedback-report.ts";
import { isAbsenceNote, isFromServer, isReport } from "./mail-author.ts";
import { headerOf, type ParsedMail } from "./parsed-mail.ts";
import { type Prose, readProse } from "./prose/read-prose.ts";
import {
  type BouncedRecipient,
  MAX_RECIPIENTS,
  NOT_UNDERSTOOD,
  type NotUnderstood,
  type ReturnedMail,
} from "./returned-mail.ts";

/** Says what a mail that came back reports (D45f). `envelopeTo` has the addresses that it came to. */
export function interpretReturnedMail(mail: ParsedMail, envelopeTo: readonly string[]): ReturnedMail | NotUnderstood {
  const cameTo = envelopeSenders(envelopeTo.map(bare));
  const feedback = readFeedback(mail.parts);
  if (feedback !== undefined) return complaint(feedback, cameTo);
  const failed = isReport(mail) || isFromServer(mail) ? failedByReport(mail.parts) : undefined;
  const prose = isFromServer(mail) && !isAbsenceNote(mail) ? readProse(mail.text) : undefined;
  if (failed !== undefined) return bounce(withOtherNames(failed, mail, prose), cameTo);
  if (prose === undefined) return NOT_UNDERSTOOD;
  return bounce(prose.isDelay ? [] : recipientsOfProse(mail, prose), cameTo);
}

function complaint({ complaint: feedbackType, recipients, sentFrom }: FeedbackReport, cameTo: readonly string[]) {
  const tokenAddresses = envelopeSenders([...cameTo, ...sentFrom]);
  return feedbackType === undefined
    ? ({ kind: "nothing", tokenAddresses } as const)
    : ({ kind: "complaint", feedbackType, recipients, tokenAddresses } as const);
}

function bounce(recipients: readonly BouncedRecipient[], tokenAddresses: readonly string[]): ReturnedMail {
  return recipients.length === 0
    ? { kind: "nothing", tokenAddresses }
    : { kind: "bounce", recipients: recipients.slice(0, MAX_RECIPIENTS), tokenAddresses };
}

/** Header and prose tell of a report's recipient only where there is one; of several, nobody could say which name is whose. */
function withOtherNames(
  failed: readonly BouncedRecipient[],
  mail: ParsedMail,
  prose: Prose | undefined,
): readonly BouncedRecipient[] {
  const [only] = failed;
  if (only === undefined || failed.length > 1) return failed;
  const listed = failedRecipients(mail);
  const written = prose?.isDelay === false ? prose.recipients : [];
  const names = [listed.length === 1 ? listed : [], written.length === 1 ? (written[0]?.addresses ?? []) : []];
  return [{ ...only, addresses: addresses([...only.addresses, ...names.flat()]) }];
}

function recipientsOfProse(mail: ParsedMail, { recipients }: Prose): BouncedRecipient[] {
  const listed = failedRecipients(mail);
  const [first] = recipients;
  if (listed.length <= 1 && recipients.length <= 1)
    return [{ ...first, addresses: addresses([...listed, ...(first?.addresses ?? [])]) }];
  const isNamed = (address: string): boolean =>
    recipients.some((one) => one.addresses.some((named) => named.toLowerCase() === address.toLowerCase()));
  return [...recipients, ...listed.filter((address) => !isNamed(address)).map((address) => ({ addresses: [address] }))];
}

/** Exim and Gmail list whom a mail did not reach. */
function failedRecipients(mail: ParsedMail): string[] {
  const list = headerOf(mail, "x-failed-recipients") ?? "";
  return addresses(list.split(",", MAX_RECIPIENTS).map(bare));
}
