import { createReadStream } from "node:fs";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";

/** Knows the names in this machine's hosts file, which DNS does not know. */
export interface HostsFile {
  /** Takes a name in lower case. Returns no addresses when the file is missing or lacks the name. */
  addressesOf(name: string): Promise<readonly string[]>;
}

const KEPT_MS = 5_000;
const MAX_BYTES = 1_048_576;

type Names = ReadonlyMap<string, readonly string[]>;

/** Each line holds an address, a name and perhaps more names; `#` begins a comment (hosts(5)). */
export function hostNames(content: string): Names {
  const names = new Map<string, string[]>();
  for (const line of content.split("\n")) {
    const [address = "", ...rest] = (line.split("#")[0] ?? "").trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of rest) names.set(name, [...(names.get(name) ?? []), address]);
  }
  return names;
}

async function read(path: string): Promise<Names> {
  try {
    const content = await text(createReadStream(path, { end: MAX_BYTES - 1 }));
    // Only `MAX_BYTES` of a longer file were read. Its last line may be cut, so it is left out.
    return hostNames(Buffer.byteLength(content) < MAX_BYTES ? content : content.slice(0, content.lastIndexOf("\n")));
  } catch {
    // Without a readable file, names are resolved by DNS alone.
    return new Map();
  }
}

/** Reads the file again after some seconds, since people edit it while the process runs. */
export function hostsFile(path: string, now: () => number = () => performance.now()): HostsFile {
  let known: { readonly names: Promise<Names>; readonly untilMs: number } | undefined;
  return {
    async addressesOf(name) {
      if (known === undefined || now() >= known.untilMs) known = { names: read(path), untilMs: now() + KEPT_MS };
      return (await known.names).get(name) ?? [];
    },
  };
}
