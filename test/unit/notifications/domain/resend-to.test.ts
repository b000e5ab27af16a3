import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recipientsFor } from "../../../../shared/email/domain/recipients-again.ts";
import {
  addressesOf,
  type RecipientRecord,
  type Status,
} from "../../../../shared/notifications/domain/notification.ts";
import { anEmail } from "../../../support/builders.ts";

const CONTENT = { recipient: "to", cc: ["c1", "c2"], bcc: ["b1", "b2"] };
const failed = (status: Status, results?: readonly RecipientRecord["result"][]) =>
  recipientsFor(
    { kind: "failed" },
    { status, ...(results && { recipients: results.map((result, to) => ({ to, result })) }) },
    CONTENT,
  );

describe("recipientsFor()", () => {
  it("names one other address alone", () => {
    const to = { kind: "address", address: "other" } as const;
    expect(recipientsFor(to, { status: "sent" }, CONTENT)).toEqual({ recipient: "other", cc: [], bcc: [] });
  });

  it("names all of a mail that failed or was canceled as a whole, and nobody of one that was sent", () => {
    expect([failed("failed"), failed("canceled"), failed("sent")]).toEqual([CONTENT, CONTENT, undefined]);
  });

  it("leaves out who has the mail, each of the others in the place that they had", () => {
    expect(failed("sent", ["refused", "accepted", "deferred", "accepted", "refused"])).toEqual({
      recipient: "to",
      cc: ["c2"],
      bcc: ["b2"],
    });
  });

  it("puts the first copy in the recipient's place when that one has the mail", () => {
    expect(failed("sent", ["accepted", "accepted", "refused", "refused", "refused"])).toEqual({
      recipient: "c2",
      cc: [],
      bcc: ["b1", "b2"],
    });
    expect(failed("sent", ["accepted", "accepted", "accepted", "refused", "refused"])).toEqual({
      recipient: "b1",
      cc: [],
      bcc: ["b2"],
    });
  });

  it("names exactly those who did not get it, whatever the results", () => {
    const results = fc.array(fc.constantFrom("accepted", "refused", "deferred"), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(results, (each) => {
        const all = addressesOf(anEmail(CONTENT));
        const named = failed("sent", each);
        const owed = all.filter((_, to) => each[to] !== "accepted");
        expect(named === undefined ? [] : addressesOf(anEmail(named))).toEqual(owed);
      }),
    );
  });
});
