import { afterAll, beforeAll, describe, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { deliveryReport, mailBack } from "../support/mail-back.ts";

const KILLS = 20;
const MAILS = 3;
const MOST_TRIES = 1000;

let stack: LocalStack;
let who: Owner;
beforeAll(async () => {
  stack = await LocalStack.start();
  who = await stack.owner({ return_path: `b@${stack.file.bounce_domain}` });
});
afterAll(() => stack.close());

async function sentMail() {
  const recipient = anAddress();
  const id = await stack.accepted(who.key, { recipient });
  await stack.settled(who.key, id);
  return { id, recipient, sender: (await stack.mail(recipient)).mail_from };
}

const outcomeOf = async (id: string) => {
  const { body } = await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: who.key });
  return (body.recipients as Fields[])[0]?.outcome;
};

describe("a report whose DATA was answered with 250 (D45f, M-returned-mail)", () => {
  it("is counted once and never lost, whenever the stack is killed", async ({ expect }) => {
    const acknowledged = new Map<string, string>();
    // The mailbox gets another port with every start, so all mails leave before the first kill.
    const all = await Promise.all(Array.from({ length: KILLS * MAILS }, sentMail));
    for (let kill = 0; kill < KILLS; kill++) {
      const mails = all.slice(kill * MAILS, (kill + 1) * MAILS);
      const { port } = stack.file.smtp;
      let answers = 0;
      const reports = mails.map(async ({ id, recipient, sender }) => {
        const raw = deliveryReport({ address: recipient });
        // Until the kill, reports come in again and again.
        for (let tries = 0; tries < MOST_TRIES; tries++)
          if (/^250 /.test(await mailBack(port, { to: sender, raw }))) {
            acknowledged.set(id, recipient);
            answers += 1;
          }
      });
      const over = Promise.allSettled(reports);
      // The kill follows an answer at once, the first one or a later one.
      await until(
        async () => answers,
        (count) => count > kill % MAILS,
        { everyMs: 1 },
      );
      await stack.stop("SIGKILL");
      await over;
      await stack.boot();
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    for (const id of acknowledged.keys())
      await until(
        () => outcomeOf(id),
        (outcome) => outcome === "bounced",
      );
    const feed = eventReader(stack, who.key, { types: "notification.bounced" });
    // After a kill an event may come twice, with the same id (D40b).
    const events = async () => [
      ...new Map((await feed.readOn()).map(({ id, data }) => [id, String(data.id)])).values(),
    ];
    // A report may be kept although the kill came before its answer, so what was told is not counted, but looked through.
    const hasAll = (found: readonly unknown[], wanted: Iterable<string>) =>
      [...wanted].every((one) => found.includes(one));
    const told = await until(events, (ids) => hasAll(ids, acknowledged.keys()));
    expect(told).toHaveLength(new Set(told).size);
    // The identity provider has another address since, and so has the issuer of its tokens.
    const token = await stack.token(who.sub);
    const suppressed = async () => {
      const { body } = await stack.call("GET", "/api/v1/suppressions?limit=100", { token });
      return (body.suppressions as Fields[]).map(({ recipient }) => recipient);
    };
    const found = await until(suppressed, (all) => hasAll(all, acknowledged.values()));
    expect(found).toHaveLength(new Set(found).size);
  });
});
