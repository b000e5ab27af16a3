import type { LookupFunction } from "node:net";
import type { VettedAddress } from "./address-guard.ts";

/** A resolver for `net.connect` that returns only the vetted addresses, whatever name it is asked for. */
export function pinnedLookup(addresses: readonly VettedAddress[]): LookupFunction {
  return (_name, options, done) => {
    const [first] = addresses;
    // The answer comes asynchronously, as from every resolver, because the socket's listeners are not attached yet.
    setImmediate(() => {
      if (!first) done(new Error("no vetted address"), "");
      else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}
