/** All checks of bundles are in one test file, so that every function is bundled only once. */
import { afterAll } from "vitest";
import { removeBundles } from "./bundles/bundled.ts";
import "./bundles/size-checks.ts";
import "./bundles/start-checks.ts";
import "./bundles/variables-checks.ts";

afterAll(removeBundles);
