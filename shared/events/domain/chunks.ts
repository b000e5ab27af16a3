/** One item of a feed holds at most so many: as many changes as a stream hands over at once. */
export const MAX_CHUNK_EVENTS = 100;
/**
 * Its events as JSON in UTF-8. What they are packed to is longer by a few bytes at most, whatever their texts are: half of what the table
 * takes as an item.
 */
const MAX_CHUNK_BYTES = 200_000;

/** In their order; one that is larger than a chunk has one of its own. */
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
