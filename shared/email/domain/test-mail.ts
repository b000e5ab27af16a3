/** The text of a test send; the account's owner reads it in the mailbox. */
export const TEST_MAIL = {
  subject: "Herald test email",
  body: "This is a test email from Herald. The sending account works.",
} as const;
