import { createReadStream } from "node:fs";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";

/** The names that this machine's hosts file gives addresses to: DNS does not know them. */
export interface HostsFile {
  /** Of a name in lower case; none where the file is missing, or names it not. */
  addressesOf(name: string): Promise<readonly string[]>;
}

const KEPT_MS = 5_000;
const MAX_BYTES = 1_048_576;

type Names = ReadonlyMap<string, readonly string[]>;

/** One line is an address, its name and more names; a comment begins with `#` (hosts(5)). */
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
    // The last line of a longer file is cut somewhere.
    return hostNames(Buffer.byteLength(content) < MAX_BYTES ? content : content.slice(0, content.lastIndexOf("\n")));
  } catch {
    // A machine without the file, or with one that may not be read, knows its names by DNS.
    return new Map();
  }
}

/** Read again when some seconds have passed: people edit the file while the process runs. */
export function hostsFile(path: string, now: () => number = () => performance.now()): HostsFile {
  let known: { readonly names: Promise<Names>; readonly untilMs: number } | undefined;
  return {
    async addressesOf(name) {
      if (known === undefined || now() >= known.untilMs) known = { names: read(path), untilMs: now() + KEPT_MS };
      return (await known.names).get(name) ?? [];
    },
  };
}
