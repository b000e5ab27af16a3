import type { Writable } from "node:stream";

/**
 * From now on what is written to a stream in one turn of the event loop goes out together: in a thread every write is a message to the
 * main thread. Answers how to let it out at once, as before an end.
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
