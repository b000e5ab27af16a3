import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EnvelopeTimes, Pipelining } from "../../../shared/email/smtp/pipelining.ts";

const ONE_RECIPIENT = 3;
const together = (firstReplyMs: number, allRepliesMs: number, commands = ONE_RECIPIENT): EnvelopeTimes => ({
  ...{ commands, isPipelined: true, firstReplyMs, allRepliesMs },
});
const apart = (allRepliesMs: number, commands = ONE_RECIPIENT): EnvelopeTimes => ({
  ...{ commands, isPipelined: false, firstReplyMs: allRepliesMs / commands, allRepliesMs },
});

function after(...times: EnvelopeTimes[]): Pipelining {
  const pipelining = new Pipelining();
  for (const one of times) pipelining.learn(one);
  return pipelining;
}

const held = together(0.3, 41);
const isPipelining = (...times: EnvelopeTimes[]) => after(...times).isQuicker(ONE_RECIPIENT);

describe("Pipelining", () => {
  it("pipelines until the replies were held back twice in a row", () => {
    expect(isPipelining()).toBe(true);
    expect(isPipelining(held)).toBe(true);
    expect(isPipelining(held, together(0.3, 0.5), held)).toBe(true);
    expect(isPipelining(held, held)).toBe(false);
  });

  it("takes replies for held only where asking one by one could have brought them earlier", () => {
    expect(isPipelining(together(30, 55), together(30, 55))).toBe(true);
    expect(isPipelining(together(2, 19), together(2, 19))).toBe(true);
    expect(isPipelining(together(2, 44), together(2, 44))).toBe(false);
  });

  it("stays with waiting for each reply where that was quicker, and tries again after 1,000 mails", () => {
    const settled = [held, held, apart(1), apart(1)];
    expect(isPipelining(...settled)).toBe(false);
    const many = (count: number) => Array.from({ length: count }, () => apart(1));
    expect(isPipelining(...settled, ...many(999))).toBe(false);
    expect(isPipelining(...settled, ...many(1000))).toBe(true);
  });

  it("goes back to pipelining where a recipient, not the network, took the time", () => {
    const slow = together(10, 60);
    expect(isPipelining(slow, slow, apart(80), apart(81))).toBe(true);
  });

  it("pipelines what has so many recipients that one held group costs less than asking for each", () => {
    const pipelining = after(held, held, apart(3), apart(3));
    expect([3, 12, 41, 52].map((commands) => pipelining.isQuicker(commands))).toEqual([false, false, true, true]);
  });

  it("learns nothing from envelopes that were under way when it changed its mind", () => {
    expect(isPipelining(held, held, held, held)).toBe(false);
    expect(isPipelining(held, held, apart(1), held, apart(1))).toBe(false);
    expect(isPipelining(apart(300), apart(300), apart(300))).toBe(true);
  });

  it("costs no mail after the first four more than the quicker way, or no more than 20 ms", () => {
    const ms = fc.double({ min: 0.1, max: 300, noNaN: true });
    fc.assert(
      fc.property(
        ms,
        ms,
        ms,
        fc.boolean(),
        fc.integer({ min: 3, max: 52 }),
        (roundTrip, check, ack, isRude, commands) => {
          const first = roundTrip;
          const pipelined = roundTrip + check + (isRude ? ack + roundTrip : 0);
          const oneByOne = commands * roundTrip + check;
          const pipelining = new Pipelining();
          for (let mail = 0; mail < 20; mail += 1) {
            const isPipelined = pipelining.isQuicker(commands);
            const took = isPipelined ? pipelined : oneByOne;
            if (mail >= 4) expect(took).toBeLessThanOrEqual(Math.min(pipelined, oneByOne) + 20 + 1e-6);
            pipelining.learn({ commands, isPipelined, firstReplyMs: first, allRepliesMs: took });
          }
        },
      ),
    );
  });
});
