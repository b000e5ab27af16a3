import type { LookupFunction } from "node:net";
import type { VettedAddress } from "./address-guard.ts";

/** A resolver for `net.connect` that knows the vetted addresses only, whatever name is asked for. */
export function pinnedLookup(addresses: readonly VettedAddress[]): LookupFunction {
  return (_name, options, done) => {
    const [first] = addresses;
    // Later, as every resolver does: the socket's listeners are not there yet.
    setImmediate(() => {
      if (!first) done(new Error("no vetted address"), "");
      else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}
