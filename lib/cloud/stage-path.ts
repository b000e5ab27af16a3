import { join, resolve } from "node:path";
import * as z from "zod";

const CONFIG = resolve(import.meta.dirname, "../../config");

/** The name of a stage is a plain file name and cannot contain a path. */
export const stageName = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** Turns `prod` into the path of `config/prod.ts`, whether the file exists or not. */
export const stageFile = (stage: string): string => join(CONFIG, `${stage}.ts`);
