/**
 * Runs `work` and answers `late()` when it is not over in time; the signal then tells it to let go of its sockets.
 * `late` is asked before the signal fires, so it can still see where the work stood.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      resolve(late());
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), lateness]);
  } finally {
    clearTimeout(timer);
  }
}
