/**
 * Who may import whom: the layer table of README, as rules.
 * A layer reaches only the folders listed for it; packages likewise. Node's own modules count as no package,
 * except that the domain and the contract stay free of I/O modules.
 */
const HOUSE = "^(bin|lib|functions|shared|panel|test|bench)/";

const reaches = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: HOUSE, pathNot: to },
});

const packages = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "node_modules", pathNot: allowed, dependencyTypesNot: ["type-only"] },
});

module.exports = {
  forbidden: [
    reaches("domain-is-alone", "^shared/domain/", "^shared/domain/", "The domain is pure: it knows no other layer."),
    reaches(
      "contract-knows-domain",
      "^shared/contract/",
      "^shared/(contract|domain)/",
      "The contract knows domain words only.",
    ),
    reaches(
      "ports-are-interfaces",
      "^shared/ports/",
      "^shared/(ports|domain|contract)/",
      "Ports describe, they do not call.",
    ),
    reaches(
      "channels-inward",
      "^shared/channels/",
      "^shared/(channels|ports|domain|contract)/",
      "A channel knows ports, never adapters.",
    ),
    reaches(
      "use-cases-inward",
      "^shared/use-cases/",
      "^shared/(use-cases|channels|ports|domain|contract)/",
      "A use case never names an adapter.",
    ),
    reaches(
      "adapters-inward",
      "^shared/adapters/",
      "^shared/(adapters|ports|domain|contract)/",
      "Adapters implement ports.",
    ),
    reaches(
      "http-inward",
      "^shared/http/",
      "^shared/(http|contract|domain|ports)/",
      "The HTTP frame knows contract, domain and ports.",
    ),
    reaches(
      "background-inward",
      "^shared/background/",
      "^shared/(background|contract|domain|ports)/",
      "The frames of queues and schedules know contract, domain and ports.",
    ),
    reaches("mcp-inward", "^shared/mcp/", "^shared/(mcp|use-cases|contract|domain)/", "MCP tools call use cases."),
    reaches("wiring-composes", "^shared/wiring/", "^shared/", "Wiring composes what is in shared."),
    reaches(
      "functions-are-thin",
      "^functions/",
      "^(functions|shared/(http|background|mcp|use-cases|wiring|contract|domain))/",
      "A function reaches the world through use cases and wiring.",
    ),
    reaches("client-is-alone", "^client/", "^client/", "Callers get the client without the rest of the repository."),
    packages("client-no-packages", "^client/", "^$", "The client has no dependencies."),
    reaches("panel-sees-contract", "^panel/", "^(panel|shared/contract)/", "Browser code sees the contract only."),
    reaches(
      "cloud-reads-contract",
      "^lib/cloud/",
      "^(lib/cloud|lib/[a-z-]+\\.ts$|shared/(contract|domain)/)",
      "Infrastructure reads the contract; it never runs a handler.",
    ),
    reaches(
      "local-hosts",
      "^lib/local/",
      "^(lib/local|lib/[a-z-]+\\.ts$|shared/|functions/)",
      "The local stack hosts functions; it knows nothing of the cloud stacks.",
    ),
    {
      name: "channels-are-strangers",
      comment: "One channel never imports another.",
      severity: "error",
      from: { path: "^shared/channels/([^/]+)/" },
      to: { path: "^shared/channels/[^/]+/", pathNot: "^shared/channels/$1/" },
    },
    {
      name: "functions-are-strangers",
      comment: "One function never imports another.",
      severity: "error",
      from: { path: "^functions/([^/]+/[^/]+)/" },
      to: { path: "^functions/", pathNot: "^functions/$1/" },
    },
    {
      name: "no-cycles",
      comment: "Cycles hide which part comes first.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-test-in-product",
      severity: "error",
      from: { pathNot: "^(test|bench)/" },
      to: { path: "^(test|bench)/" },
    },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^aws-lambda$" } },
    packages(
      "domain-no-packages",
      "^shared/(domain|ports|channels|use-cases)/",
      "^$",
      "These layers import no package.",
    ),
    packages("contract-zod-only", "^shared/contract/", "node_modules/zod/", "The contract imports zod only."),
    packages(
      "http-middy-only",
      "^shared/http/",
      "node_modules/(@middy/|zod/)",
      "The HTTP frame imports middy and zod.",
    ),
    packages(
      "background-middy-and-batches-only",
      "^shared/background/",
      "node_modules/(@middy/|@aws-lambda-powertools/batch/|zod/)",
      "The frames of queues and schedules import middy, Powertools' batches and zod.",
    ),
    packages("functions-busboy-only", "^functions/", "node_modules/busboy/", "Functions import the form parser only."),
    {
      name: "domain-no-io",
      comment: "No I/O, no clock, no randomness below the ports.",
      severity: "error",
      from: { path: "^shared/(domain|contract|ports|channels|use-cases)/" },
      to: { dependencyTypes: ["core"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs"],
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
