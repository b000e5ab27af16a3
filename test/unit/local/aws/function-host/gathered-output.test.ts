import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { gatherOutput } from "../../../../../local/aws/function-host/gathered-output.ts";

it("lets out together what one turn writes, in order, and at an end what is left", async () => {
  const batches: string[][] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      batches.push([String(chunk)]);
      done();
    },
    writev: (chunks, done) => {
      batches.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  const letOut = gatherOutput(stream);
  stream.write("one");
  stream.write(Buffer.from("ü"));
  expect(batches).toEqual([]);
  await turn();
  expect(batches).toEqual([["one", "ü"]]);
  stream.write("three");
  letOut();
  letOut();
  await turn();
  expect(batches).toEqual([["one", "ü"], ["three"]]);
  const written = new Promise((resolve) => stream.write("four", resolve));
  await written;
  expect(batches.at(-1)).toEqual(["four"]);
});
