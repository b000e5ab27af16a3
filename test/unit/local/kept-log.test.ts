import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepLog } from "../../../local/kept-log.ts";
import { keptLog } from "../../../ops/trace/kept-log.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "herald-log-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function setUp(maxBytes = 1_000_000) {
  const said: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      said.push(String(chunk));
      done();
    },
  });
  const end = keepLog({ file: (name) => join(dir, name) }, { streams: [stream], maxBytes });
  return { stream, said, end };
}
const line = (id: string) => `{"level":"INFO","message":"http.request","id":"${id}"}`;
const kept = () => readFileSync(join(dir, "log.jsonl"), "utf8");

it("keeps the functions' own lines, whole, and passes everything on", async () => {
  const { stream, said, end } = setUp();
  stream.write(`ready\n${line("one")}\n{"_aws":{}}\n${line("two").slice(0, 10)}`);
  stream.write(Buffer.from(`${line("two").slice(10)}\n`));
  await turn();
  expect(kept()).toBe(`${line("one")}\n${line("two")}\n`);
  expect(said.join("")).toContain("ready\n");
  stream.write(`${line("three")}\n`);
  end();
  stream.write(`${line("four")}\n`);
  await turn();
  expect(kept()).toBe(`${line("one")}\n${line("two")}\n${line("three")}\n`);
  expect(said.join("")).toContain("four");
});

it("holds no more than two files, and both are searched", async () => {
  const { stream, end } = setUp(200);
  for (let number = 0; number < 20; number++) {
    stream.write(`${line(`id-${number}`)}\n`);
    await turn();
  }
  end();
  expect(kept().length).toBeLessThan(300);
  expect(readFileSync(join(dir, "log.1.jsonl"), "utf8").length).toBeLessThan(300);
  const found = await keptLog(dir).linesWith(['"id-19"', '"id-14"', '"id-0"']);
  expect(found).toEqual([line("id-14"), line("id-19")]);
});

it("goes on with the file of the run before", async () => {
  for (const id of ["one", "two"]) {
    const { stream, end } = setUp();
    stream.write(`${line(id)}\n`);
    end();
  }
  expect(kept()).toBe(`${line("one")}\n${line("two")}\n`);
});

it("shows other words than it keeps, in whole lines, and confirms each write to its writer", async () => {
  const said: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => done(void said.push(String(chunk))) });
  const shown = (text: string) => (text.includes("one") ? "ONE" : undefined);
  const end = keepLog({ file: (name) => join(dir, name) }, { streams: [stream], shown });
  const told: string[] = [];
  stream.write(`${line("one")}\n${line("two")}\n${line("one").slice(0, 20)}`, () => told.push("first"));
  stream.write(line("one").slice(20), "utf8", () => told.push("second"));
  stream.write("\n");
  stream.write("the rest");
  await turn();
  expect(said.join("")).toBe("ONE\nONE\n");
  expect(told).toEqual(["first", "second"]);
  expect(kept()).toBe(`${line("one")}\n${line("two")}\n${line("one")}\n`);
  end();
  expect(said.join("")).toBe("ONE\nONE\nthe rest");
});

it("keeps and shows warnings, which come by a stream of their own", async () => {
  const said: string[] = [];
  const streamTo = (name: string) =>
    new Writable({ write: (chunk, _, done) => done(void said.push(`${name}: ${chunk}`)) });
  const streams = [streamTo("out"), streamTo("err")];
  const shown = (text: string) => `shown ${text.length}`;
  const end = keepLog({ file: (name) => join(dir, name) }, { streams, shown });
  for (const [i, stream] of streams.entries()) stream.write(`${line(`${i}`)}\n`);
  end();
  expect(kept()).toBe(`${line("0")}\n${line("1")}\n`);
  expect(said).toEqual([`out: shown ${line("0").length}\n`, `err: shown ${line("1").length}\n`]);
});
