import { describe, expect, it } from "vitest";
import { userPoolOf } from "../../../lib/cloud/user-pool.ts";
import { toOwnersView } from "../../../shared/identity/contract.ts";
import { findOwners } from "../../../shared/identity/find-owners.ts";
import { PeopleUnavailableError } from "../../../shared/identity/ports.ts";
import { inMemoryPeople } from "../../support/in-memory-people.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const people = inMemoryPeople([
  { id: "1", name: "Zoe Abel", email: "zoe@shop.example" },
  { id: "2", name: "Ana Zorn" },
]);
const find = (text: string, ids: readonly string[] = []) => findOwners({ people, log: silentLog }, { text, ids });

describe("findOwners()", () => {
  it("finds owners by name, in the order of names, or names those of the ids", async () => {
    expect(toOwnersView(await find("zo"))).toEqual({
      directory: "user_pool",
      owners: [
        { id: "2", name: "Ana Zorn" },
        { id: "1", name: "Zoe Abel", email: "zoe@shop.example" },
      ],
    });
    expect(await find("zo", ["2", "9"])).toEqual([{ id: "2", name: "Ana Zorn" }]);
  });

  it("says that there is no directory where the issuer has none", async () => {
    const found = await findOwners({ people: undefined, log: silentLog }, { text: "a", ids: [] });
    expect(toOwnersView(found)).toEqual({ directory: "none", owners: [] });
  });

  it("refuses when the directory does not answer, and does not catch a bug", async () => {
    const failing = (error: Error) => {
      const reject = () => Promise.reject(error);
      return findOwners({ people: { search: reject, named: reject }, log: silentLog }, { text: "a", ids: [] });
    };
    await expect(failing(new PeopleUnavailableError("late"))).rejects.toMatchObject({ code: "provider_unavailable" });
    await expect(failing(new TypeError("a bug"))).rejects.toThrow(TypeError);
  });
});

describe("userPoolOf()", () => {
  it.each([
    ["https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE", "eu-central-1_EXAMPLE"],
    ["https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE/", "eu-central-1_EXAMPLE"],
    ["https://cognito-idp.eu-central-1.amazonaws.com/eu-west-1_EXAMPLE", undefined],
    ["https://cognito-idp.eu-central-1.amazonaws.com.example.com/eu-central-1_EXAMPLE", undefined],
    ["https://login.example.com", undefined],
  ])("of %s is %s", (issuer, pool) => {
    expect(userPoolOf(issuer)).toBe(pool);
  });
});
