// This vitest test checks a mail. HERALD_URL and HERALD_API_KEY tell it where Herald is. With a key of test mode (hrld_test_…),
// the mailbox has the mails of test mode; otherwise it is that of a local stack, at HERALD_MAILBOX_URL.
import { Herald } from "@herald/client";
import { freshAddress, mailbox } from "@herald/client/testing";
import { expect, test } from "vitest";

// Here one call sends the mail; in your program it may be any code.
const welcome = (recipient: string) =>
  new Herald().notifications.send({ recipient, subject: "Welcome, Ana", body: "Your account is ready." });

test("a new customer is welcomed", async () => {
  const to = freshAddress("ana");
  await welcome(to);
  const mail = await mailbox().waitFor({ to, subject: "Welcome" });
  expect(mail.text).toContain("Your account is ready.");
});
