import { invalid, Refusal } from "../kernel/refusal.ts";
import { MODES, type Mode } from "../kernel/test-mode.ts";
import { choosesMode, hasMode, MODE_HEADER, SANDBOX_PATHS } from "./contract/mode-header.ts";
import type { RequestContext } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";

const isMode = (text: string): text is Mode => MODES.some((mode) => mode === text);

/** @throws Refusal `invalid_request` for a header that names no mode */
function namedMode({ event }: RequestContext): Mode | undefined {
  const named = headerOf(event, MODE_HEADER.toLowerCase());
  if (named === undefined || isMode(named)) return named;
  throw invalid(`${MODE_HEADER} must be one of: ${MODES.join(", ")}`);
}

/** Returns the mode of a request with an access token. */
export function modeOfToken(context: RequestContext): Mode {
  const { path } = context.endpoint;
  if (!hasMode(path)) return "live";
  const named = namedMode(context) ?? "live";
  if (path.startsWith(SANDBOX_PATHS.panel)) return "test";
  return choosesMode(path) ? named : "live";
}

/**
 * Returns the mode of a request with an API key, which is that of the key.
 * @throws Refusal `invalid_request` when the header names the other mode, or `test_key_required`
 */
export function modeOfKey(context: RequestContext, mode: Mode = "live"): Mode {
  const named = namedMode(context);
  if (named !== undefined && named !== mode) throw invalid(`${MODE_HEADER} does not match the key`);
  if (mode === "live" && context.endpoint.path.startsWith(SANDBOX_PATHS.api))
    throw new Refusal("test_key_required", "the sandbox needs a key of test mode");
  return mode;
}
