/** A number in the form of E.164 has a plus, a country code that starts with 1 to 9, and at most 15 digits. */
const E164 = /^\+[1-9]\d{6,14}$/;

export const isE164 = (text: string): boolean => E164.test(text);

/** Legacy Brazilian mobile numbers lack the ninth digit. Subscriber numbers that start with 2 to 5 are landlines and stay as they are. */
const LEGACY_BRAZILIAN_MOBILE = /^\+55([1-9]{2})([6-9]\d{7})$/;
/** Mexico dropped the 1 of mobile numbers in 2019, but the platform still shows it. */
const LEGACY_MEXICAN_MOBILE = /^\+521(\d{10})$/;
/** Argentine numbers are written with or without the 9 of international calls. */
const ARGENTINE = /^\+549?(\d{10})$/;
/** Some Argentine numbers have the local mobile prefix 15 after an area code of two to four digits (only Buenos Aires has two). */
const ARGENTINE_WITH_15 = /^\+549?(?:(11)15(\d{8})|([2368]\d{2})15(\d{7})|([23]\d{3})15(\d{6}))$/;

function canonicalArgentine(phone: string): string | undefined {
  const with15 = ARGENTINE_WITH_15.exec(phone);
  if (with15 !== null) return `+549${with15.slice(1).join("")}`;
  const plain = ARGENTINE.exec(phone);
  return plain === null ? undefined : `+549${plain[1]}`;
}

/** All spellings of a customer's number have this one key (D30). It is never dialled, because the canonical spelling may belong to nobody. */
export function canonicalPhone(phone: string): string {
  const brazilian = LEGACY_BRAZILIAN_MOBILE.exec(phone);
  if (brazilian !== null) return `+55${brazilian[1]}9${brazilian[2]}`;
  const mexican = LEGACY_MEXICAN_MOBILE.exec(phone);
  if (mexican !== null) return `+52${mexican[1]}`;
  return canonicalArgentine(phone) ?? phone;
}

/** The platform writes numbers as digits only; undefined when they are no phone number. */
export function phoneFromDigits(digits: string | undefined): string | undefined {
  const phone = `+${digits?.replace(/^\+/, "") ?? ""}`;
  return isE164(phone) ? phone : undefined;
}
