import { describe, expect, it } from "vitest";
import { listenAddress } from "../../../../../functions/web/media-upload/listen-address.ts";

describe("listenAddress()", () => {
  it.each([
    ["0.0.0.0:3000", { port: 3000, host: "0.0.0.0" }],
    ["localhost:65535", { port: 65_535, host: "localhost" }],
    ["[::]:3000", { port: 3000, host: "::" }],
  ])("is %s, which Lambda names, whatever PORT and HOST say", (AWS_LAMBDA_HTTP_ENDPOINT, address) => {
    expect(listenAddress({ AWS_LAMBDA_HTTP_ENDPOINT, PORT: "8081", HOST: "127.0.0.1" })).toEqual(address);
  });

  it.each([
    "",
    "3000",
    ":3000",
    "0.0.0.0",
    "0.0.0.0:",
    "0.0.0.0:65536",
    "0.0.0.0:3000x",
    "http://0.0.0.0:3000",
    "a b:3000",
    "::3000",
  ])("refuses to start with %j as the address that Lambda names", (AWS_LAMBDA_HTTP_ENDPOINT) => {
    expect(() => listenAddress({ AWS_LAMBDA_HTTP_ENDPOINT })).toThrow("AWS_LAMBDA_HTTP_ENDPOINT must");
  });

  it("is PORT and HOST outside Lambda, and 8080 on every address without them", () => {
    expect(listenAddress({ PORT: "9000", HOST: "127.0.0.1" })).toEqual({ port: 9000, host: "127.0.0.1" });
    expect(listenAddress({ PORT: "", HOST: "" })).toEqual({ port: 8080 });
    expect(() => listenAddress({ PORT: "80a" })).toThrow("PORT must name a port from 0 to 65535");
  });
});
