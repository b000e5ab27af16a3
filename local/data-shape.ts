import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Raise this number with every change after which older data cannot be read any more. Data are never converted. */
export const SHAPE = 5;
const FILE = "shape";
/** Every version of Herald creates this file. A folder that has it, but no file `shape`, was written before shapes had numbers. */
const DATABASE = "tables.db";
const BEFORE_SHAPES = "1";

export const shapeFile = (folder: string): string => join(folder, FILE);

/** Throws if the folder's data have another shape than this version reads and writes. */
export function refuseOtherShape(folder: string): void {
  const shape = shapeIn(folder);
  if (shape === undefined || shape === String(SHAPE)) return;
  throw new Error(
    `its data have the shape ${shape}, and this version reads the shape ${SHAPE} alone: move the folder away to begin without, or set HERALD_DATA_DIR to another`,
  );
}

/** Returns undefined if there are no data yet. */
function shapeIn(folder: string): string | undefined {
  if (existsSync(shapeFile(folder))) return readFileSync(shapeFile(folder), "utf8").trim();
  return existsSync(join(folder, DATABASE)) ? BEFORE_SHAPES : undefined;
}

/** Notes the shape before the first data are written. It uses a rename, because a start may be killed at any moment. */
export function noteShape(folder: string): void {
  if (existsSync(shapeFile(folder))) return;
  const draft = `${shapeFile(folder)}.draft`;
  writeFileSync(draft, `${SHAPE}\n`);
  renameSync(draft, shapeFile(folder));
}
