import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack } from "../../../../shared/aws/dynamo/content-codec.ts";
import { chunksOf, MAX_CHUNK_EVENTS } from "../../../../shared/events/domain/chunks.ts";
import { ALPHABETS, type Alphabet, largestMetadata } from "../../../support/large-metadata.ts";

/** DynamoDB allows 400 KB, less the fields beside the events in an item. */
const ROOM_BYTES = 409_600 - 1024;

const event = fc
  .record({ alphabet: fc.constantFrom(...(Object.keys(ALPHABETS) as Alphabet[])), seed: fc.integer() })
  .map(({ alphabet, seed }) => ({ id: `evt_${seed}`, data: { metadata: largestMetadata(alphabet, seed) } }));

describe("chunksOf()", () => {
  it("makes chunks that fit into an item of the table, in whatever script the texts are", async () => {
    for (const alphabet of Object.keys(ALPHABETS) as Alphabet[]) {
      const events = Array.from({ length: 60 }, (_, seed) => ({ metadata: largestMetadata(alphabet, seed) }));
      for (const chunk of chunksOf(events)) expect((await pack(chunk)).length).toBeLessThan(ROOM_BYTES);
    }
  });

  it("keeps all events in their order, at most 100 in a chunk", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 120 }), async (events) => {
        const chunks = chunksOf(events);
        expect(chunks.flat()).toEqual(events);
        for (const chunk of chunks) {
          expect(chunk.length).toBeGreaterThan(0);
          expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_EVENTS);
          expect((await pack(chunk)).length).toBeLessThan(ROOM_BYTES);
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it("fills a chunk with small events, and gives one that is larger than a chunk its own", () => {
    const small = Array.from({ length: 220 }, (_, i) => ({ i }));
    const large = { text: "a".repeat(300_000) };
    expect(chunksOf(small).map((chunk) => chunk.length)).toEqual([100, 100, 20]);
    expect(chunksOf([...small.slice(0, 2), large, ...small.slice(2, 4)]).map((chunk) => chunk.length)).toEqual([
      2, 1, 2,
    ]);
  });
});
