import { expect, it } from "vitest";
import { keepSamples, samplesOf } from "../../../../ops/templates/service-templates.ts";

const account = { baseUrl: "https://herald.example/", accessToken: "t" };

/** Answers in turn, and remembers what was asked. */
function answering(...answers: readonly (() => Response)[]) {
  const asked: string[] = [];
  const left = [...answers];
  const ask = async (input: string | URL | Request, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${input instanceof Request ? input.url : String(input)}`);
    return (left.shift() ?? answers.at(-1) ?? Response.error)();
  };
  return { asked, ask };
}

const busy = () => new Response("slow down", { status: 429, headers: { "retry-after": "0" } });
const found = () => Response.json({ samples: { name: "Ann" } });
const ADDRESS = "https://herald.example/panel/api/templates/1/samples";

it("asks again after the limiter's refusal, at an address without a doubled slash", async () => {
  const { ask, asked } = answering(busy, busy, found);
  expect(await samplesOf(account, ask, "1")).toEqual({ name: "Ann" });
  expect(asked).toEqual([`GET ${ADDRESS}`, `GET ${ADDRESS}`, `GET ${ADDRESS}`]);
});

it("writes again after the limiter's refusal", async () => {
  const { ask, asked } = answering(busy, found);
  await keepSamples(account, ask, { id: "1", samples: { name: "Ann" } });
  expect(asked).toEqual([`PUT ${ADDRESS}`, `PUT ${ADDRESS}`]);
});

it("gives up when the limiter never lets it in", async () => {
  const { ask, asked } = answering(busy);
  await expect(samplesOf(account, ask, "1")).rejects.toThrow("cannot be read: HTTP 429");
  expect(asked).toHaveLength(5);
});
