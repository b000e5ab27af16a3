import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Gathering } from "../../../shared/kernel/gathering.ts";

/** Creates requests with room for three, each under way until the test releases it. */
function setUp() {
  const requests: (readonly number[])[] = [];
  const onTheirWay: (() => void)[] = [];
  const gathering = new Gathering<number>({
    fitting: ({ length }) => Math.min(length, 3),
    carry: (some) => {
      requests.push(some);
      return new Promise((answered) => onTheirWay.push(answered));
    },
  });
  const answer = async () => {
    onTheirWay.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { gathering, requests, answer };
}

describe("Gathering", () => {
  it("lets what is wanted in one turn share requests, and keeps the order", async () => {
    const { gathering, requests } = setUp();
    for (const one of [1, 2, 3, 4, 5]) gathering.add(one);
    expect(requests).toEqual([]);
    await nextTurn();
    expect(requests).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("lets what is wanted while two requests are on their way wait for one of them, and go together", async () => {
    const { gathering, requests, answer } = setUp();
    for (const one of [1, 2]) {
      gathering.add(one);
      await nextTurn();
    }
    for (const one of [3, 4]) {
      gathering.add(one);
      await nextTurn();
    }
    expect(requests).toEqual([[1], [2]]);
    await answer();
    expect(requests).toEqual([[1], [2], [3, 4]]);
  });

  it("lets a request that is full wait for nobody", async () => {
    const { gathering, requests } = setUp();
    for (const one of [1, 2]) {
      gathering.add(one);
      await nextTurn();
    }
    for (const one of [3, 4, 5, 6]) gathering.add(one);
    await nextTurn();
    expect(requests).toEqual([[1], [2], [3, 4, 5]]);
  });
});
