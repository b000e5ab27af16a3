import { describe, expect, it } from "vitest";
import type { ReturnedMail } from "../../../local/world/mailbox/returned-mail.ts";
import { mailBack } from "../../support/mail-back.ts";
import { aMailbox, listed } from "./mailbox-fixture.ts";

const RAW = "Subject: failure notice\r\n\r\nx\r\n";

/** A mailbox that hands mails of one domain on; handing on fails as often as it is told. */
async function aMailboxWithDomain(failures = 0) {
  const handed: ReturnedMail[] = [];
  let left = failures;
  const mailbox = await aMailbox({
    takesBack: {
      domain: "bounces.test",
      async hand(mail) {
        if (left-- > 0) throw new Error("the queue is away");
        handed.push(mail);
      },
    },
  });
  return { mailbox, handed };
}

describe("mails that come back (M-returned-mail)", () => {
  it("are handed on and shown, from the null sender, without signing in, for the domain in any case and for no other", async () => {
    const { mailbox, handed } = await aMailboxWithDomain();
    await mailBack(mailbox.smtpPort, { to: ["reject+1@Bounces.TEST", "b@y.test"], raw: RAW });
    await mailBack(mailbox.smtpPort, { to: "b@sub.bounces.test", raw: RAW, from: "a@x.test" });
    expect(handed.map(({ mailFrom, rcptTo }) => [mailFrom, rcptTo.map((one) => one.toLowerCase())])).toEqual([
      ["", ["reject+1@bounces.test"]],
    ]);
    expect(await listed(mailbox)).toHaveLength(2);
  });

  it("may go to an address in quotation marks, in which mail servers write a dot first, last or doubled", async () => {
    const { mailbox, handed } = await aMailboxWithDomain();
    const [from, to] = ['".b..c.+1"@x.test', '".b..c.+1"@bounces.test'];
    await mailBack(mailbox.smtpPort, { to, raw: RAW, from });
    expect(handed.map(({ mailFrom, rcptTo }) => [mailFrom, ...rcptTo])).toEqual([[from, to]]);
  });

  it("are answered with 451 and not kept while they cannot be handed on", async () => {
    const { mailbox, handed } = await aMailboxWithDomain(1);
    const mail = { to: "b@bounces.test", raw: RAW };
    await expect(mailBack(mailbox.smtpPort, mail)).rejects.toThrow(/451/);
    expect([handed, await listed(mailbox)]).toEqual([[], []]);
    expect(await mailBack(mailbox.smtpPort, mail)).toMatch(/^250 /);
    expect([handed.length, (await listed(mailbox)).length]).toEqual([1, 1]);
  });
});
