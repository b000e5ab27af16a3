import { existsSync, readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { directory } from "./directory.ts";
import type { Directory } from "./directory-shape.ts";
import { exampleDirectory } from "./example-directory.ts";
import { writePrivateJson } from "./private-file.ts";

export type DirectoryStore = {
  /** Returns the directory, and reads the file again if it was edited. */
  current(): Directory;
  /** Says why the edited file is not in use, or returns undefined. `current()` then returns the last valid version. */
  problem(): string | undefined;
  /** Replaces the directory, in the file too. */
  replace(next: Directory): void;
};

/** Throws an error with a readable message if the file exists and is not a valid directory. */
export function openDirectoryStore(path: string): DirectoryStore {
  if (!existsSync(path)) writePrivateJson(path, directory.parse(exampleDirectory));
  let seen = versionOf(path);
  let current = readDirectory(path);
  let problem: string | undefined;
  const refresh = () => {
    const version = versionOf(path);
    if (version === seen) return;
    seen = version;
    try {
      current = readDirectory(path);
      problem = undefined;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  };
  return {
    current: () => {
      refresh();
      return current;
    },
    problem: () => {
      refresh();
      return problem;
    },
    replace(next) {
      writePrivateJson(path, next);
      seen = versionOf(path);
      current = next;
      problem = undefined;
    },
  };
}

function readDirectory(path: string): Directory {
  try {
    return directory.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? readableIssues(error) : String(error);
    throw new Error(`${path} is not a valid directory: ${reason}`, { cause: error });
  }
}

/** Describes at most five problems on one line: `grants[0].product: no such product: "x"; users: …`. */
export function readableIssues({ issues }: z.ZodError): string {
  const lines = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length > 0 ? z.core.toDotPath(path) : "top level"}: ${message}`);
  return issues.length > lines.length
    ? `${lines.join("; ")}; and ${issues.length - lines.length} more`
    : lines.join("; ");
}

/** Returns a text that changes with every edit of the file, and "absent" while an editor replaces the file. */
function versionOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : "absent";
}
