import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Raised with a change after which what was stored before cannot be read any more: nothing in the folder is rewritten. */
const SHAPE = 2;
const FILE = "shape";
/** There from the first start on; a folder that has it and no shape is from before there were shapes. */
const DATABASE = "tables.db";
const BEFORE_SHAPES = "1";

export const shapeFile = (folder: string): string => join(folder, FILE);

/** Throws when the folder's data have another shape than this version reads and writes. */
export function refuseOtherShape(folder: string): void {
  const shape = shapeIn(folder);
  if (shape === undefined || shape === String(SHAPE)) return;
  throw new Error(
    `its data have the shape ${shape}, and this version reads the shape ${SHAPE} alone: move the folder away to begin without, or set HERALD_DATA_DIR to another`,
  );
}

/** Undefined where there are no data yet. */
function shapeIn(folder: string): string | undefined {
  if (existsSync(shapeFile(folder))) return readFileSync(shapeFile(folder), "utf8").trim();
  return existsSync(join(folder, DATABASE)) ? BEFORE_SHAPES : undefined;
}

/** Before the first data are written. Whole or not at all: a start may be killed at any moment. */
export function noteShape(folder: string): void {
  if (existsSync(shapeFile(folder))) return;
  const draft = `${shapeFile(folder)}.draft`;
  writeFileSync(draft, `${SHAPE}\n`);
  renameSync(draft, shapeFile(folder));
}
