import { buildInInitPhase } from "../kernel/once.ts";
import { invalid } from "../kernel/refusal.ts";
import type { Route } from "./contract/route.ts";
import type { BoundOperation } from "./exchange.ts";

/** Far above what the topic service posts: 256 KB, of which escaping makes at most a few times as much. */
const MAX_TEXT_BYTES = 1_048_576;

/** An operation whose body is plain text to us, whatever its content type says, and whose answer is its status. */
export const textOperation = <Deps>(
  route: Route,
  run: (deps: Deps, text: string) => Promise<void>,
  deps: () => Deps,
): BoundOperation => {
  buildInInitPhase(deps);
  return {
    route,
    prepare: async ({ event: { body = "", isBase64Encoded } }) => {
      const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
      if (bytes.length > MAX_TEXT_BYTES) throw invalid("the message is too large");
      return {
        body: undefined,
        run: async () => {
          await run(deps(), bytes.toString("utf8"));
          return { statusCode: route.success.status };
        },
      };
    },
  };
};
