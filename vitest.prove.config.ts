import { defineConfig } from "vitest/config";

/** These tests use HTTP and need nothing of the local world but tokens of new owners and the mails of a recipient. */
const FILES = ["templates"];

/** Tests that need more than a deployment offers are left out by name, each with its reason. */
const OTHERWISE = [
  // These tests read the headers of a mail as it crossed the wire, which a provider's HTTP API does not have.
  "asked for .*: html is ",
  "injects no header",
];

/** `herald prove` runs these against the deployment that `HERALD_RUNNING_STACK` names, one file after the other. */
export default defineConfig({
  test: {
    name: "prove",
    include: FILES.map((name) => `test/system/${name}.test.ts`),
    testNamePattern: new RegExp(`^(?!.*(?:${OTHERWISE.join("|")}))`),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    expect: { requireAssertions: true, poll: { timeout: 180_000 } },
  },
});
