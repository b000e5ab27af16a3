import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "../../../../ops/prove/journal.ts";
import { type Check, clean, type Proof, prove } from "../../../../ops/prove/prove.ts";
import { type At, proofChecks, proofWorld } from "../../../support/a-proof-ground.ts";

const OWNED = { stage: "prove-a", account: "123456789012", region: "eu-central-1" };
const CLEANING = "npx herald prove --stage prove-a --clean";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-prove-"));
  file = join(folder, "prove-a.journal.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type World = ReturnType<typeof proofWorld>;

const proofIn = (world: World, at?: At): Proof => {
  const ground = world.ground(at);
  return { stage: "prove-a", ground, checks: proofChecks(ground, at), cleaning: CLEANING };
};
const tools = (signal = new AbortController().signal) => ({
  say: () => {},
  now: Date.now,
  journal: new Journal(file),
  signal,
});

/** Names all points of a run of `herald prove` that goes to its end. */
async function allPoints(): Promise<readonly string[]> {
  const points: string[] = [];
  const world = proofWorld();
  await prove(
    proofIn(world, async (point) => void points.push(point)),
    tools(),
  );
  return points;
}

const once = (wanted: string, act: () => Promise<void>): At => {
  let isDone = false;
  return async (point) => {
    if (point !== wanted || isDone) return;
    isDone = true;
    await act();
  };
};

describe("prove()", () => {
  it("makes everything, checks it, takes it down and keeps no journal", async () => {
    const world = proofWorld();
    const report = await prove(proofIn(world), tools());
    expect(report.result).toBe("proven");
    expect(report.steps.map(({ kind, name, result }) => `${kind} ${name}: ${result}`)).toEqual([
      "check a stage of its own: ok",
      "make pool: ok",
      "make stage: ok",
      "check health: ok",
      "check restore: ok",
      "check last: ok",
      "removal beside: ok",
      "removal stage: ok",
      "removal pool: ok",
    ]);
    expect([[...world.things], report.left, existsSync(file)]).toEqual([[], [], false]);
  });

  it("leaves nothing when any step fails at any point", async () => {
    const points = (await allPoints()).filter((point) => !point.startsWith("remove"));
    expect(points.length).toBeGreaterThan(10);
    for (const point of points) {
      const world = proofWorld();
      const fails = once(point, () => Promise.reject(new Error(`broken at ${point}`)));
      const report = await prove(proofIn(world, fails), tools());
      const failed = report.steps.filter(({ result }) => result === "failed").map(({ seen }) => seen);
      expect([point, report.result, failed]).toEqual([point, "failed", [`broken at ${point}`]]);
      expect([point, [...world.things], report.left, existsSync(file)]).toEqual([point, [], [], false]);
    }
  });

  it("leaves nothing when it is interrupted at any point", async () => {
    for (const point of await allPoints()) {
      const world = proofWorld();
      const controller = new AbortController();
      const interrupts = once(point, async () => controller.abort());
      const report = await prove(proofIn(world, interrupts), tools(controller.signal));
      expect([point, report.result]).toEqual([point, "interrupted"]);
      expect([point, [...world.things], report.left, existsSync(file)]).toEqual([point, [], [], false]);
    }
  });

  it("is taken down by --clean when its process was killed at any point", async () => {
    for (const point of await allPoints()) {
      const world = proofWorld();
      await killedAt(point, world);
      const report = await clean(proofIn(world), tools());
      expect([point, report.result, [...world.things], existsSync(file)]).toEqual([point, "cleaned", [], false]);
    }
  });

  it("is taken down by the next run when its process was killed at any point", async () => {
    for (const point of await allPoints()) {
      const world = proofWorld();
      await killedAt(point, world);
      const report = await prove(proofIn(world), tools());
      expect([point, report.result, [...world.things], existsSync(file)]).toEqual([point, "proven", [], false]);
    }
  });

  it("lists what a failed removal leaves, with its command, removes the rest, and keeps the journal for the next", async () => {
    const points = (await allPoints()).filter((point) => point.startsWith("remove "));
    expect(points).toHaveLength(4);
    for (const point of points) {
      const world = proofWorld();
      const fails = once(point, () => Promise.reject(new Error("denied")));
      const report = await prove(proofIn(world, fails), tools());
      const there = [...world.things];
      expect(there.length).toBeGreaterThan(0);
      expect(report.left.map(({ what }) => what).toSorted()).toEqual(there.toSorted());
      expect(report.left.map(({ command }) => command).toSorted()).toEqual(
        there.map((one) => `remove ${one}`).toSorted(),
      );
      expect([report.result, existsSync(file)]).toEqual(["failed", true]);
      expect((await clean(proofIn(world), tools())).left).toEqual([]);
      expect([...world.things, existsSync(file)]).toEqual([false]);
    }
  });

  it("makes nothing as long as an earlier run's things cannot be taken down", async () => {
    const world = proofWorld();
    await killedAt("made bucket", world);
    const report = await prove(
      proofIn(world, async (point) => {
        if (point.startsWith("remove")) throw new Error("denied");
      }),
      tools(),
    );
    expect(report.result).toBe("failed");
    expect(report.steps.filter(({ kind }) => kind === "make")).toEqual([]);
    expect(report.left.map(({ what }) => what)).toEqual(["stack", "bucket", "pool"]);
  });

  it("neither makes nor removes anything where the stage is there already", async () => {
    const world = proofWorld();
    world.things.add("stack");
    const report = await prove(proofIn(world), tools());
    expect([report.result, [...world.things]]).toEqual(["failed", ["stack"]]);
    expect(report.steps.map(({ seen }) => seen)).toEqual([
      "stack is there already, and no journal knows it: choose another stage",
    ]);
  });

  it("does not count what ends by itself as left", async () => {
    const world = proofWorld();
    const proof = proofIn(world);
    const [pool, ...others] = proof.ground.makings;
    const left = { what: "a key", command: "", endsAt: "2026-12-01T00:00:00.000Z" };
    const ending = pool && { ...pool, left: async () => [left] };
    const ground = { ...proof.ground, makings: ending ? [ending, ...others] : others };
    const report = await prove({ ...proof, ground }, tools());
    expect([report.result, report.left, existsSync(file)]).toEqual(["proven", [left], false]);
  });

  it("names what it cannot look for, with the command that cleans", async () => {
    const world = proofWorld();
    const proof = proofIn(world);
    const [pool, ...others] = proof.ground.makings;
    let looks = 0;
    const blind = pool && {
      ...pool,
      left: async () => {
        looks += 1;
        if (looks > 1) throw new Error("no answer");
        return [];
      },
    };
    const report = await prove(
      { ...proof, ground: { ...proof.ground, makings: blind ? [blind, ...others] : others } },
      tools(),
    );
    expect(report.left).toEqual([{ what: "pool: what is left of it is not known: no answer", command: CLEANING }]);
    expect([report.result, existsSync(file)]).toEqual(["failed", true]);
  });

  it("goes on after a failed check, but not after a failed gate", async () => {
    const failing = (name: string): Check => ({
      name,
      longestMs: 1000,
      run: async () => Promise.reject(new Error("no")),
    });
    const namesOf = async (checks: readonly Check[]) => {
      const report = await prove({ ...proofIn(proofWorld()), checks }, tools());
      return report.steps
        .filter(({ kind }) => kind === "check")
        .map(({ name }) => name)
        .slice(1);
    };
    expect(await namesOf([failing("a"), failing("b")])).toEqual(["a", "b"]);
    expect(await namesOf([{ ...failing("a"), isGate: true }, failing("b")])).toEqual(["a"]);
  });

  it("does not wait for a check that neither ends nor stops", async () => {
    const hangs: Check = { name: "hangs", longestMs: 20, run: () => new Promise(() => {}) };
    const report = await prove({ ...proofIn(proofWorld()), checks: [hangs] }, tools());
    expect(report.steps.find(({ name }) => name === "hangs")?.result).toBe("failed");
    expect(report.left).toEqual([]);
  });

  it("takes down everything with --clean where no journal is", async () => {
    const world = proofWorld();
    world.things.add("stack").add("table beside");
    const report = await clean(proofIn(world), tools());
    expect([report.result, [...world.things], existsSync(file)]).toEqual(["cleaned", [], false]);
  });

  it.each([
    [{ account: "210987654321" }, "in the account 210987654321, eu-central-1, and this is"],
    [{ region: "us-east-1" }, "in the account 123456789012, us-east-1, and this is"],
    [{ stage: "prove-b" }, "is of the stage prove-b in"],
  ])("neither finds nothing of a run in another place nor forgets it, but refuses: %j", async (other, message) => {
    const world = proofWorld();
    new Journal(file).write({ ...OWNED, ...other, version: 1, startedAt: new Date().toISOString(), begun: ["pool"] });
    const own = "this is the stage prove-a in the account 123456789012, eu-central-1: nothing was done";
    for (const run of [() => clean(proofIn(world), tools()), () => prove(proofIn(world), tools())]) {
      await expect(run()).rejects.toThrow(message);
      await expect(run()).rejects.toThrow(own);
    }
    expect([[...world.things], existsSync(file)]).toEqual([[], true]);
  });

  it("takes down what it has begun, and is not proven, when its journal disappears at any point", async () => {
    const points = (await allPoints()).filter((point) => !point.startsWith("remove"));
    for (const point of points) {
      const world = proofWorld();
      const report = await prove(
        proofIn(
          world,
          once(point, async () => rmSync(file, { force: true })),
        ),
        tools(),
      );
      expect([point, report.result]).toEqual([point, "failed"]);
      expect([point, [...world.things], report.left, existsSync(file)]).toEqual([point, [], [], false]);
      const failed = report.steps.filter(({ result }) => result === "failed");
      expect(failed.map(({ seen }) => seen)).toEqual([expect.stringContaining("had disappeared")]);
    }
  });

  it("names a making of another version, which it does not know", async () => {
    new Journal(file).write({ ...OWNED, version: 1, startedAt: new Date().toISOString(), begun: ["moon"] });
    const report = await clean(proofIn(proofWorld()), tools());
    expect(report.left.map(({ what }) => what)).toEqual([expect.stringContaining('the journal names "moon"')]);
    expect(existsSync(file)).toBe(true);
  });
});

/** Runs `herald prove` up to a point and no further, like a killed process. */
async function killedAt(wanted: string, world: World): Promise<void> {
  const { promise: dead, resolve } = Promise.withResolvers<void>();
  const dies = once(wanted, () => {
    resolve();
    return new Promise<void>(() => {});
  });
  await Promise.race([prove(proofIn(world, dies), tools()), dead]);
}
