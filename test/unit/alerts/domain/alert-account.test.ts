import { describe, expect, it } from "vitest";
import { accountForAlert } from "../../../../shared/alerts/domain/alert-account.ts";
import type { SendingAccount } from "../../../../shared/email/domain/sending-account.ts";
import { aSendingAccount } from "../../../support/builders.ts";

const SINCE = Date.parse("2026-11-27T10:00:00.000Z");
const named = (label: string, changes: Partial<SendingAccount> = {}) => aSendingAccount({ label, ...changes });
const failing = { status: "failing", sinceMs: SINCE } as const;
const overHttp = { provider: "http_api", endpoint: "https://mail.example", bodyTemplate: "{}" } as const;

const chosenFrom = (accounts: readonly SendingAccount[], about?: string, isHttpApiEnabled = true) =>
  accountForAlert(accounts, { addresses: ["ana@shop.example", "bo@shop.example"], about, isHttpApiEnabled })?.label;

describe("accountForAlert()", () => {
  it("prefers the default account, then any that never had a problem or works again", () => {
    const one = named("one");
    expect(chosenFrom([one, named("default", { isDefault: true })])).toBe("default");
    expect(
      chosenFrom([named("doubtful", { isDefault: true, health: { status: "doubtful", sinceMs: SINCE } }), one]),
    ).toBe("one");
    expect(chosenFrom([named("again", { health: { status: "working", sinceMs: SINCE } })])).toBe("again");
  });

  it("never takes one that fails, nor the one that the alert is about", () => {
    const about = named("about", { isDefault: true });
    const bad = named("bad", { health: failing });
    expect(chosenFrom([about, bad], about.id)).toBeUndefined();
    expect(chosenFrom([about, bad, named("third")], about.id)).toBe("third");
    expect(chosenFrom([])).toBeUndefined();
  });

  it("takes one that failed, once its server was changed and not tried since", () => {
    expect(chosenFrom([named("mended", { health: failing, serverChangedAt: "2026-11-27T10:00:01.000Z" })])).toBe(
      "mended",
    );
  });

  it("leaves out one that may not write to all of the addresses", () => {
    const other = named("other domains", { isDefault: true, trustedDomains: ["other.example"] });
    expect(chosenFrom([other, named("shop", { trustedDomains: ["shop.example"] })])).toBe("shop");
    expect(chosenFrom([other])).toBeUndefined();
  });

  it("takes one over HTTP last, and only where the deployment has that provider", () => {
    const http = named("http", { settings: overHttp, isDefault: true });
    expect(chosenFrom([http, named("smtp")])).toBe("smtp");
    expect(chosenFrom([http])).toBe("http");
    expect(chosenFrom([http], undefined, false)).toBeUndefined();
  });
});
