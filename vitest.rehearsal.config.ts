import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These tests use HTTP alone and restart, kill and set nothing, so they hold for a deployment as for the local stack. */
const FILES = [
  "notifications",
  "sending-accounts",
  "templates",
  "chat-accounts",
  "chat-templates",
  "chat-conversations",
  "chat-events",
  "chat-media",
  "chat-sending",
  "mcp",
  "http-frame",
  "delivery",
  "panel-notifications",
  "conversation-limits",
  "client",
  // These tests turn the identity provider off for a while, so they come last.
  "credentials",
];

/** Tests whose expectation differs there are left out by name, each with its reason. */
const OTHERWISE = [
  // The content delivery network itself answers bytes that are no HTTP, in its own words.
  "what the gateway itself refuses is JSON too",
  // The edge refuses a large body before anybody looks at its origin.
  "origin 403 before too large a body",
  // Fifty requests at once need more environments than the rehearsal has, so the copy is there before the last one asks.
  "is not there until it has been copied, however many ask at once",
  // These tests follow addresses of the discovery document, whose host only functions can reach.
  "refuses a signature by another key, alg none, and HMAC with the public key",
  "never holds secrets, addresses, contents or tokens, whatever fails",
  // The test needs a stack that has just started and knows no keys yet; this one knows them.
  "refuses in time while the provider is down from the start, and recovers",
  // The gateway decodes the path before a function gets it, so an encoded slash leads to a path that no route has.
  "..%2f..%2fstatus is not a UUID",
  // The issuer of the rehearsal's stage is no user pool, so the service has no directory of people.
  "finds people of the sign-in by name, address or id",
];

class InThisOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => FILES.indexOf(basename(moduleId, ".test.ts"));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** `npm run rehearse -- --all` runs these against the stack that `HERALD_RUNNING_STACK` names, one file after the other. */
export default defineConfig({
  test: {
    name: "rehearsal",
    include: FILES.map((name) => `test/system/${name}.test.ts`),
    testNamePattern: new RegExp(`^(?!.*(?:${OTHERWISE.join("|")}))`),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    sequence: { sequencer: InThisOrder },
    expect: { requireAssertions: true, poll: { timeout: 180_000 } },
  },
});
