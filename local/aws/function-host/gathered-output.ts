import type { Writable } from "node:stream";

/**
 * Gathers what is written to a stream during one turn of the event loop and sends it as one piece, because in a thread
 * every write is a message to the main thread. Returns a function that flushes at once, for use before an exit.
 */
export function gatherOutput(stream: Writable): () => void {
  const write = stream.write.bind(stream);
  let isHeld = false;
  const letOut = (): void => {
    if (!isHeld) return;
    isHeld = false;
    stream.uncork();
  };
  const held = (...written: Parameters<typeof write>): boolean => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(letOut);
    }
    return write(...written);
  };
  Object.defineProperty(stream, "write", { value: held });
  return letOut;
}
