type Schemas = Readonly<Record<string, unknown>>;

/** Keeps the schemas that a part of a document refers to, directly or by another kept schema. */
export function schemasUsedBy(part: unknown, schemas: Schemas): Record<string, unknown> {
  const kept = new Set<string>();
  const waiting: unknown[] = [part];
  while (waiting.length > 0) {
    const names = [...JSON.stringify(waiting.pop()).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    for (const name of names) {
      if (name === undefined || kept.has(name)) continue;
      kept.add(name);
      waiting.push(schemas[name]);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name)));
}
