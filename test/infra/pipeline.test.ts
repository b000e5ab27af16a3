/** One test file, so that the templates of a stage with a pipeline are made once for all that is checked of them. */
import "./pipeline/boundary-checks.ts";
import "./pipeline/callers-checks.ts";
import "./pipeline/execution-checks.ts";
import "./pipeline/roles-checks.ts";
