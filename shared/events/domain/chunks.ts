/** One item of a feed holds at most this many events: as many as the changes that a stream hands over at once. */
export const MAX_CHUNK_EVENTS = 100;
/** The limit counts bytes of JSON. Compressing makes them a few bytes longer at worst, and an item may have twice as many. */
const MAX_CHUNK_BYTES = 200_000;

/** Divides events into chunks, in their order. An event that is larger than a chunk gets a chunk of its own. */
export function chunksOf<Event>(events: readonly Event[]): readonly (readonly Event[])[] {
  const chunks: Event[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event));
    const last = chunks.at(-1);
    const isFitting = last && last.length < MAX_CHUNK_EVENTS && bytes + size <= MAX_CHUNK_BYTES;
    if (isFitting) last.push(event);
    else chunks.push([event]);
    bytes = isFitting ? bytes + size : size;
  }
  return chunks;
}
