import { join, resolve } from "node:path";
import * as z from "zod";

const CONFIG = resolve(import.meta.dirname, "../../config");

/** Of the file's own name; more would be a path. */
export const stageName = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** `prod` -> `config/prod.ts` of the project, whether it is there or not. */
export const stageFile = (stage: string): string => join(CONFIG, `${stage}.ts`);
