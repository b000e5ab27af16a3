/** Returns the value at a path such as `results.0.notification.id`, or undefined. */
export function fieldOf(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
