import { afterEach, describe, expect, it, vi } from "vitest";
import { lazy, lazyPort } from "../../../shared/kernel/lazy.ts";
import { buildInInitPhase, once } from "../../../shared/kernel/once.ts";

interface Greeter {
  readonly name: string;
  greet(who: string): Promise<string>;
  wave?: () => Promise<string>;
}

class Host implements Greeter {
  readonly name = "host";
  readonly #word = "Hello";

  async greet(who: string): Promise<string> {
    return `${this.#word}, ${who}`;
  }
}

describe("a lazy port", () => {
  it("loads its code with the first call, once, also for two calls at a time", async () => {
    let loads = 0;
    const port = lazyPort<Greeter, "greet">(async () => {
      loads += 1;
      return new Host();
    }, ["greet"]);
    expect(loads).toBe(0);
    expect(await Promise.all([port.greet("one"), port.greet("two")])).toEqual(["Hello, one", "Hello, two"]);
    expect(await port.greet("three")).toBe("Hello, three");
    expect(loads).toBe(1);
  });

  it("answers nothing for an optional method that the loaded port does not have", async () => {
    const port = lazyPort<Greeter, "wave">(async () => new Host(), ["wave"]);
    expect(await port.wave()).toBeUndefined();
  });

  it("passes on what a call throws, and loads no second time for it", async () => {
    let loads = 0;
    const port = lazyPort(async () => {
      loads += 1;
      return { fail: (): Promise<string> => Promise.reject(new Error("refused")) };
    }, ["fail"]);
    await expect(port.fail()).rejects.toThrow("refused");
    await expect(port.fail()).rejects.toThrow("refused");
    expect(loads).toBe(1);
  });
});

describe("a lazy value", () => {
  it("is loaded by the next use when its load failed", async () => {
    let loads = 0;
    const value = lazy(async () => {
      loads += 1;
      if (loads === 1) throw new Error("the file cannot be read");
      return loads;
    });
    await expect(value()).rejects.toThrow("the file cannot be read");
    expect(await value()).toBe(2);
    expect(await value()).toBe(2);
  });
});

describe("services", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ["inside Lambda", "herald-notifications", 1],
    ["elsewhere", undefined, 0],
  ])("are built in the init phase %s", (_, functionName, builtAtStart) => {
    vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", functionName);
    let builds = 0;
    const services = once(() => {
      builds += 1;
      return builds;
    });
    buildInInitPhase(services);
    expect(builds).toBe(builtAtStart);
    expect([services(), services(), builds]).toEqual([1, 1, 1]);
  });
});
