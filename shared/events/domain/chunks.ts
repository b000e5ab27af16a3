/** One item of a feed holds at most this many events: as many as the changes that a stream hands over at once. */
export const MAX_CHUNK_EVENTS = 100;
/** The limit counts JSON in UTF-8. Compressed, that is at most a few bytes longer, and an item may have twice as much. */
const MAX_CHUNK_BYTES = 200_000;

/** The chunks keep the events' order; an event that is larger than a chunk has a chunk of its own. */
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
