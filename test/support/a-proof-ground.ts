import type { Access, Ground, Making } from "../../ops/prove/port.ts";
import type { Check } from "../../ops/prove/prove.ts";

/** Called at every point of `herald prove` at which a test may end its process. */
export type At = (point: string) => Promise<void>;

/**
 * A world in memory in which `herald prove` creates things, and which shows what exists. It survives the process that
 * runs `herald prove`.
 */
export function proofWorld() {
  const things = new Set<string>();
  const makes = (name: string, parts: readonly string[], at: At): Making => ({
    name,
    plan: `${name}: ${parts.join(", ")}`,
    async make(signal) {
      for (const part of parts) {
        await at(`make ${part}`);
        signal.throwIfAborted();
        things.add(part);
        await at(`made ${part}`);
      }
      return `${parts.length} made`;
    },
    async remove() {
      for (const part of parts.toReversed()) {
        await at(`remove ${part}`);
        things.delete(part);
        await at(`removed ${part}`);
      }
      return "removed";
    },
    async left() {
      const there = parts.filter((part) => things.has(part));
      return there.map((part) => ({ what: part, command: `remove ${part}` }));
    },
  });
  return {
    things,
    ground(at: At = async () => {}): Ground {
      return {
        name: "a world",
        account: "123456789012",
        region: "eu-central-1",
        makings: [makes("pool", ["pool"], at), makes("stage", ["stack", "bucket"], at)],
        beside: makes("beside", ["table beside"], at),
        access: (): Promise<Access> => Promise.reject(new Error("this world has no address")),
        restore: async () => 0,
        usage: async () => ({ without: "nothing is measured here" }),
      };
    },
  };
}

/** Checks with a point before and after each. The second also makes the tables beside. */
export function proofChecks(ground: Ground, at: At = async () => {}): readonly Check[] {
  const check = (name: string): Check => ({
    name,
    longestMs: 60_000,
    run: async (signal) => {
      await at(`check ${name}`);
      signal.throwIfAborted();
      await at(`checked ${name}`);
      return { seen: `${name} is well` };
    },
  });
  const restore: Check = {
    ...check("restore"),
    makes: ground.beside,
    run: async (signal) => ({ seen: await ground.beside.make(signal) }),
  };
  return [{ ...check("health"), isGate: true }, restore, check("last")];
}
