import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatewayEvent } from "../../../shared/edge/gateway-event.ts";
import { traceIdOf, traceIdOfParent, traceIdOfRoot } from "../../../shared/edge/trace-of-request.ts";

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
const id = (length: number) => hex(length).filter((text) => /[1-9a-f]/.test(text));

describe("a caller's traceparent (W3C Trace Context)", () => {
  it("gives its trace id", () => {
    fc.assert(
      fc.property(id(32), id(16), hex(2), (traceId, parent, flags) => {
        expect(traceIdOfParent(`00-${traceId}-${parent}-${flags}`)).toBe(traceId);
        expect(traceIdOfParent(` 00-${traceId}-${parent}-${flags} `)).toBe(traceId);
      }),
    );
  });

  it("of a later version may have more fields, one of version 00 may not", () => {
    fc.assert(
      fc.property(id(32), id(16), (traceId, parent) => {
        expect(traceIdOfParent(`cc-${traceId}-${parent}-01-what-comes`)).toBe(traceId);
        expect(traceIdOfParent(`00-${traceId}-${parent}-01-what-comes`)).toBeUndefined();
        expect(traceIdOfParent(`ff-${traceId}-${parent}-01`)).toBeUndefined();
      }),
    );
  });

  it.each([
    ["zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
    ["a parent of zeros", `00-4bf92f3577b34da6a3ce929d0e0e4736-${"0".repeat(16)}-01`],
    ["capitals", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"],
    ["a digit too few", "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01"],
    [
      "two of them",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ],
    ["nothing", ""],
    ["no header", undefined],
  ])("is not taken with %s", (_what, header) => {
    expect(traceIdOfParent(header)).toBeUndefined();
  });

  it("never gives anything but an id, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(traceIdOfParent(header) ?? "0".repeat(31).concat("1")).toMatch(/^[0-9a-f]{32}$/);
        expect(traceIdOfRoot(header) ?? "0".repeat(31).concat("1")).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
  });
});

describe("the trace of a request", () => {
  const ROOT = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
  const OF_ROOT = "5759e988bd862e3fe1be46a994272793";
  const event = (headers: Record<string, string>) => {
    const request = { url: "/", headers: {}, headersDistinct: {}, method: "GET", httpVersion: "1.1", socket: {} };
    return { ...gatewayEvent(request as never, { routeKey: "GET /", pathParameters: {} }), headers };
  };

  it("is the caller's, else that of AWS's front in the same form, else none", () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    expect(traceIdOf(event({ traceparent, "x-amzn-trace-id": ROOT }))).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(traceIdOf(event({ traceparent: "00-x", "x-amzn-trace-id": ROOT }))).toBe(OF_ROOT);
    expect(traceIdOf(event({ "x-amzn-trace-id": `Self=1-1-2;${ROOT}` }))).toBe(OF_ROOT);
    expect(traceIdOf(event({ "x-amzn-trace-id": `Root=1-${"0".repeat(8)}-${"0".repeat(24)}` }))).toBeUndefined();
    expect(traceIdOf(event({}))).toBeUndefined();
  });
});
