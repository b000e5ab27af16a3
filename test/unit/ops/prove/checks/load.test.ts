import { describe, expect, it } from "vitest";
import { carriesLoad } from "../../../../../ops/prove/checks/load.ts";
import { aProving } from "../../../../support/a-proving.ts";

const never = new AbortController().signal;

describe("carriesLoad()", () => {
  it("says that every mail came once, and how long acceptance took", async () => {
    const proving = aProving();
    const { seen, figures = [] } = await carriesLoad(proving, never);
    expect(seen).toBe("10 mails: every mail came once within 0.005 seconds after the last had come");
    const measured = Object.fromEntries(figures.map(({ name, measured: value }) => [name, value]));
    expect(measured).toMatchObject({ "of load": 10, refused: 0, lost: 0, "delivered twice": 0 });
    expect(proving.load?.accepted).toBe(10);
  });

  it("fails when a mail comes twice", async () => {
    await expect(carriesLoad(aProving({ copies: (index) => (index === 3 ? 2 : 1) }), never)).rejects.toThrow(
      "of 10 accepted mails 0 were lost and 1 came twice",
    );
  });

  it("fails when a mail does not come in time", async () => {
    await expect(carriesLoad(aProving({ copies: (index) => (index === 3 ? 0 : 1) }), never)).rejects.toThrow(
      "of 10 accepted mails 1 were lost and 0 came twice",
    );
  });

  it("fails when a mail is refused, and says how", async () => {
    await expect(carriesLoad(aProving({ refuses: (index) => index === 0 }), never)).rejects.toThrow(
      '1 of 10 were refused, first: answered 503: {"error":"not now"}',
    );
  });

  it("takes the status where a real mail server gets the mails, and says what it cannot tell", async () => {
    const { seen, figures = [] } = await carriesLoad(aProving({ recordsMails: false }), never);
    expect(seen).toBe("10 mails: every mail was sent; whether one came twice, no mail server tells");
    expect(figures.map(({ name }) => name)).not.toContain("delivered twice");
  });
});
