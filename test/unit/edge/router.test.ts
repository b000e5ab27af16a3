import { describe, expect, it } from "vitest";
import { router } from "../../../shared/edge/router.ts";

const ROUTES = [
  { method: "GET", path: "/things/{id}" },
  { method: "DELETE", path: "/things/{id}" },
  { method: "GET", path: "/things/all" },
  { method: "GET", path: "/things/{id}/parts/{partID}" },
  { method: "GET", path: "/{kind}/all/parts" },
  { method: "GET", path: "/things/{id}/parts" },
] as const;
const { match, methodsOf } = router(ROUTES);
const found = (method: string, path: string) => {
  const one = match(method, path);
  return one && [one.route.path, one.pathParameters];
};

describe("router()", () => {
  it("takes a parameter for one segment, and hands it over decoded", () => {
    expect(found("GET", "/things/a")).toEqual(["/things/{id}", { id: "a" }]);
    expect(found("GET", "/things/a%20b%2Fc")).toEqual(["/things/{id}", { id: "a b/c" }]);
    expect(found("GET", "/things/a/parts/%C3%BC")).toEqual(["/things/{id}/parts/{partID}", { id: "a", partID: "ü" }]);
  });

  it("leaves what is no percent-encoding as it is", () => {
    expect(found("GET", "/things/100%")).toEqual(["/things/{id}", { id: "100%" }]);
    expect(found("GET", "/things/%FF")).toEqual(["/things/{id}", { id: "%FF" }]);
  });

  it("prefers literal segments, whatever the order of the routes", () => {
    expect(found("GET", "/things/all")).toEqual(["/things/all", {}]);
    expect(found("DELETE", "/things/all")).toEqual(["/things/{id}", { id: "all" }]);
  });

  it.each(["", "/", "//", "/things", "/things/", "/things//parts", "/Things/a", "/things/a/", "/%74hings/a", "*"])(
    "finds nothing for %j",
    (path) => {
      expect([match("GET", path), methodsOf(path)]).toEqual([undefined, []]);
    },
  );

  it("tells a path that knows other methods from an unknown one", () => {
    expect(match("POST", "/things/a")).toBeUndefined();
    expect(methodsOf("/things/a")).toEqual(["GET", "DELETE"]);
    expect(methodsOf("/things/all")).toEqual(["GET", "DELETE"]);
    expect(methodsOf("/things/a/parts")).toEqual(["GET"]);
  });
});
