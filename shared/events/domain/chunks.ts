/** Of one item of a feed. */
export const MAX_CHUNK_EVENTS = 50;
const MAX_CHUNK_CHARACTERS = 200_000;

/** In their order; one that is larger than a chunk has one of its own. */
export function chunksOf<Event>(events: readonly Event[]): readonly (readonly Event[])[] {
  const chunks: Event[][] = [];
  let characters = 0;
  for (const event of events) {
    const size = JSON.stringify(event).length;
    const last = chunks.at(-1);
    const isFitting = last && last.length < MAX_CHUNK_EVENTS && characters + size <= MAX_CHUNK_CHARACTERS;
    if (isFitting) last.push(event);
    else chunks.push([event]);
    characters = isFitting ? characters + size : size;
  }
  return chunks;
}
