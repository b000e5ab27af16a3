/**
 * All checks of a pipeline are in one test file, so that the templates of a stage with a pipeline are made only once.
 */
import "./pipeline/boundary-checks.ts";
import "./pipeline/callers-checks.ts";
import "./pipeline/execution-checks.ts";
import "./pipeline/roles-checks.ts";
