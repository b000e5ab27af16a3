/**
 * Runs `work`, and returns `late()` when it does not end in time. The signal then tells the work to close its sockets.
 * `late` is called before the signal fires, so it can still see how far the work had come.
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
