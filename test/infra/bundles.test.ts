/** One test file, so that every function is bundled once for all that is checked of the bundles. */
import { afterAll } from "vitest";
import { removeBundles } from "./bundles/bundled.ts";
import "./bundles/size-checks.ts";
import "./bundles/start-checks.ts";
import "./bundles/variables-checks.ts";

afterAll(removeBundles);
