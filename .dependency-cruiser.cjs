/**
 * Who may import whom: the layer table of CONTRIBUTING.md, as rules by path. A capability is a folder of `shared/`; its rooms are `contract`,
 * `domain`, `ports`, adapters (folders named after what they talk to), `wiring.ts`, and use cases, which are all the rest.
 */

/** A capability imports itself and these. */
const BELOW = {
  // The fields of its tools are described as those of the operations that do the same.
  mcp: ["conversations", "channels", "chat", "email", "notifications", "suppressions", "keys", "reference"],
  // One announces what the other sends, and itself: their wiring and their use cases know each other, and make no cycle of files.
  events: ["conversations", "channels", "chat", "email", "notifications", "webhooks", "alerts", "suppressions"],
  webhooks: ["events"],
  // It tells owners by mail of events, of customers who wait, and of what was counted.
  alerts: ["events", "statistics", "conversations", "channels", "email", "notifications"],
  // It counts what the others do, and says what of it needs attention.
  statistics: ["conversations", "channels", "chat", "email", "notifications", "webhooks", "keys"],
  conversations: ["channels", "chat", "notifications", "suppressions", "keys", "sandbox"],
  // What every channel says of itself, put together.
  channels: ["chat", "email", "notifications"],
  chat: ["notifications", "cloud-topic", "sandbox"],
  email: ["notifications", "go-template", "suppressions", "returned-mail", "cloud-topic", "sandbox"],
  // What test mode takes in place of mail servers and of the chat platform. Those who send in test mode hand it over.
  sandbox: [],
  // Every channel asks it, at each attempt, to whom nothing may be sent.
  suppressions: [],
  // It says what a mail that came back reports, and knows of no notification.
  "returned-mail": [],
  // It says whether a message of the topic service is genuine, whatever the message is about.
  "cloud-topic": [],
  // It asks them what a key may send.
  notifications: ["keys"],
  keys: [],
  identity: [],
  activity: [],
  // It describes the routes of all of them, and knows nothing else.
  reference: [],
};
const GROUND = ["edge", "aws", "kernel"];
const CAPABILITY = `^shared/(${[...Object.keys(BELOW), "go-template"].join("|")})/`;
const ADAPTERS = `(${require("./bin/adapter-folders.json").join("|")})/`;
/** Folders in which a capability groups its use cases. */
const GROUPS = "(accounts|templates|sending|uploads|accept|deliver|read|change|sweep)/";
const WIRING = "^shared/[^/]+/[a-z-]*wiring\\.ts$";
/** The folders of `shared/` to which the rules say what they may import. */
const FOLDERS = `^shared/((${[...Object.keys(BELOW), ...GROUND].join("|")}|go-template|composition)/|routes\\.ts$)`;
/** Where the house is put together: the one place that may point anywhere. */
const COMPOSITION = "^shared/composition/";
/** Beside those below, for the frames of its routes. */
const WIRED_WITH = { notifications: ["channels"], conversations: ["keys", "identity"], activity: ["identity"] };
const CONTRACT = "^shared/([^/]+/contract(/|\\.ts$)|routes\\.ts$)";
const WORDS = "^shared/([^/]+/domain/|go-template/|kernel/)";
const PORTS = "^shared/[^/]+/ports(/|\\.ts$)";
const USE_CASE = {
  path: CAPABILITY,
  pathNot: `${CONTRACT}|${WORDS}|${PORTS}|${WIRING}|^shared/[^/]+/${ADAPTERS}`,
};
/** Of the capabilities above it, notifications may name what all channels say of themselves together. */
const WORDS_ABOVE = { notifications: "^shared/channels/(contract|domain)/" };
const ROOMS = `(contract(/|\\.ts$)|domain/|ports(/|\\.ts$)|${ADAPTERS})`;
/** What a capability's folders may be called; other rules then know what a folder may import. */
const NAMED_ROOMS = `^shared/[^/]+/(${ROOMS}|${GROUPS})`;
const PROJECT = "^(bin|config|lib|functions|shared|ops|local|rehearsal|panel|test|bench|client|examples)/";

const error = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: typeof from === "string" ? { path: from } : from,
  to,
});
const reaches = (name, from, allowed, comment) => error(name, comment, from, { path: PROJECT, pathNot: allowed });
const packages = (name, from, allowed, comment) =>
  error(name, comment, from, { path: "node_modules", pathNot: allowed, dependencyTypesNot: ["type-only"] });

const capabilitiesPointDown = Object.entries(BELOW).flatMap(([name, below]) => {
  const known = [name, ...below, ...GROUND];
  const foldersOf = (names) => `^shared/(${names.join("|")})/`;
  return [
    error(
      `${name}-points-down`,
      "A capability knows those below it and their words; the table stands in CONTRIBUTING.md.",
      { path: `^shared/${name}/`, pathNot: `^shared/${name}/${ROOMS}|${WIRING}` },
      { path: "^shared/", pathNot: foldersOf(known) },
    ),
    error(
      `${name}-rooms-point-down`,
      "Contracts, domains, ports and adapters may name the words of any capability, and nothing else of one above.",
      `^shared/${name}/${ROOMS}`,
      { path: "^shared/", pathNot: `${foldersOf(known)}|${WORDS_ABOVE[name] ?? `${WORDS}|${CONTRACT}`}` },
    ),
    error(
      `${name}-wiring-points-down`,
      "Wiring stands on the wiring of the capabilities below.",
      `^shared/${name}/[a-z-]*wiring\\.ts$`,
      { path: "^shared/", pathNot: foldersOf([...known, ...(WIRED_WITH[name] ?? [])]) },
    ),
  ];
});

module.exports = {
  forbidden: [
    ...capabilitiesPointDown,
    error(
      "a-folder-has-a-row",
      "A new folder of shared/ needs a row in BELOW above, and in the table of CONTRIBUTING.md.",
      { path: "^shared/", pathNot: FOLDERS },
      {},
    ),
    error(
      "a-folder-without-a-row-is-not-imported",
      "See a-folder-has-a-row.",
      {},
      { path: "^shared/", pathNot: FOLDERS },
    ),
    error(
      "a-room-has-a-name",
      "A new folder of a capability is named in bin/adapter-folders.json, or in GROUPS above if it holds use cases.",
      { path: `^shared/(${Object.keys(BELOW).join("|")})/[^/]+/`, pathNot: NAMED_ROOMS },
      {},
    ),
    error(
      "a-room-without-a-name-is-not-imported",
      "See a-room-has-a-name.",
      {},
      { path: `^shared/(${Object.keys(BELOW).join("|")})/[^/]+/`, pathNot: NAMED_ROOMS },
    ),
    error("notifications-know-no-channel", "A channel is known by its port alone.", "^shared/notifications/", {
      path: "^shared/(email|chat)/",
    }),
    error(
      "only-contracts-name-channels",
      "What the channels say of themselves is in the contracts of notifications; their use cases are handed it.",
      { path: "^shared/notifications/", pathNot: `^shared/notifications/contract/|${WIRING}` },
      { path: "^shared/channels/" },
    ),
    error("email-and-chat-are-strangers", "A channel never imports another.", "^shared/email/", {
      path: "^shared/(chat|conversations)/",
    }),
    error("chat-and-email-are-strangers", "A channel never imports another.", "^shared/(chat|conversations)/", {
      path: "^shared/email/",
    }),
    error(
      "chat-knows-no-conversation",
      "Conversations are kept and sent over chat accounts: chat does without their words, too.",
      "^shared/chat/",
      { path: "^shared/conversations/" },
    ),
    error(
      "ground-knows-no-capability",
      "Edge, AWS and kernel serve every capability alike.",
      "^shared/(edge|aws|kernel)/",
      {
        path: CAPABILITY,
      },
    ),
    error(
      "edge-names-no-adapter",
      "The pipeline knows ports; wiring gives it their adapters.",
      {
        path: "^shared/edge/",
        pathNot: `^shared/edge/${ADAPTERS}|${WIRING}`,
      },
      { path: `^shared/[^/]+/${ADAPTERS}|^shared/aws/` },
    ),
    error(
      "wiring-names-its-own-adapters",
      "What another capability's adapters do, its wiring offers.",
      "^shared/([^/]+)/[a-z-]*wiring\\.ts$",
      { path: `^shared/[^/]+/${ADAPTERS}`, pathNot: "^shared/($1|aws|kernel)/" },
    ),
    error(
      "composition-is-on-top",
      "No capability knows how the house is put together.",
      { path: "^shared/", pathNot: COMPOSITION },
      { path: COMPOSITION },
    ),
    reaches("aws-is-ground", "^shared/aws/", "^shared/(aws|kernel)/", "Clients and kits serve every capability alike."),
    error(
      "words-know-no-clock",
      "What reads a clock, a file or the network is an adapter.",
      `${CONTRACT}|${PORTS}|^shared/([^/]+/domain|go-template)/`,
      { path: "^shared/kernel/(file/|network/|telemetry/|system-)" },
    ),
    reaches("domain-is-alone", "^shared/([^/]+/domain|go-template)/", WORDS, "A domain is plain functions and words."),
    reaches("kernel-is-alone", "^shared/kernel/", "^shared/kernel/", "The kernel knows nothing of the house."),
    reaches("contract-knows-words", CONTRACT, `${CONTRACT}|${WORDS}`, "A contract knows words and other contracts."),
    reaches("ports-are-interfaces", PORTS, `${PORTS}|${CONTRACT}|${WORDS}`, "Ports describe, they do not call."),
    error("use-cases-name-no-adapter", "A use case knows ports, never an adapter or wiring.", USE_CASE, {
      path: `^shared/[^/]+/${ADAPTERS}|^shared/aws/|${WIRING}`,
    }),
    error(
      "adapters-name-no-use-case",
      "Adapters implement ports; they know words, and adapters of their own capability.",
      `^shared/([^/]+)/${ADAPTERS}`,
      { path: "^shared/", pathNot: `^shared/$1/${ADAPTERS}|^shared/aws/|${PORTS}|${CONTRACT}|${WORDS}` },
    ),
    reaches(
      "functions-are-thin",
      "^functions/",
      `^functions/|${COMPOSITION}|${CONTRACT}|^shared/edge/(?!${ADAPTERS})|^shared/[^/]+/(domain/|[a-z-]+\\.ts$|${GROUPS})`,
      "A function reaches the world through use cases and wiring.",
    ),
    error("functions-are-strangers", "One function never imports another.", "^functions/(mcp|[^/]+/[^/.]+)", {
      path: "^functions/",
      pathNot: "^functions/$1(/|\\.ts$)",
    }),
    error(
      "product-is-alone",
      "Emulators, benchmarks and tests import the product, never the other way round.",
      "^(shared|functions|lib|panel|client)/",
      { path: "^(local|rehearsal|bench|test|ops|bin)/" },
    ),
    reaches(
      "rehearsal-reads-templates",
      "^rehearsal/",
      "^(rehearsal|local/(aws|world)|ops/smoke)/|^local/certificate-authority\\.ts$|^ops/prove/(port|recorded-mail)\\.ts$",
      "It knows the deployment from the synthesised templates and assets alone, and engines and world of this machine.",
    ),
    error("rehearsal-is-a-tool", "The local stack and the operator's commands do without it.", "^(local|ops)/", {
      path: "^rehearsal/",
    }),
    error(
      "no-test-in-product",
      "Only tests and benchmarks import tests.",
      { pathNot: "^(test|bench)/" },
      {
        path: "^(test|bench)/",
      },
    ),
    reaches(
      "doubles-import-no-adapter",
      "^test/support/(in-memory|recording|plain|fake|silent)-",
      `^test/support/|${PORTS}|${CONTRACT}|${WORDS}`,
      "A double is written from the port: what it shares with the adapter no contract test can find wrong.",
    ),
    reaches("client-is-alone", "^client/", "^client/", "Callers get the client without the rest of the repository."),
    packages("client-no-packages", "^client/", "^$", "The client has no dependencies."),
    reaches("panel-sees-contract", "^panel/", `^panel/|${CONTRACT}`, "Browser code sees contracts only."),
    reaches(
      "cloud-reads-contract",
      "^lib/cloud/",
      `^lib/cloud/|^lib/[a-z-]+\\.ts$|${CONTRACT}|${WORDS}`,
      "Infrastructure reads contracts; it never runs a handler.",
    ),
    error("local-knows-no-cloud", "The local stack hosts functions; it knows nothing of the stacks.", "^local/", {
      path: "^lib/cloud/",
    }),
    reaches("guides-are-pages", "^docs/", "^docs/|^lib/guides-site\\.ts$", "The guides are built from pages."),
    error("no-cycles", "Cycles hide which part comes first.", {}, { circular: true }),
    error("no-unresolved", "An import that leads nowhere.", {}, { couldNotResolve: true, pathNot: "^aws-lambda$" }),
    packages(
      "domain-no-packages",
      `${PORTS}|^shared/([^/]+/domain|go-template)/`,
      "^$",
      "Domains and ports import no package.",
    ),
    packages(
      "use-cases-no-packages",
      { ...USE_CASE, pathNot: `^shared/mcp/|${USE_CASE.pathNot}` },
      "^$",
      "Use cases import no package.",
    ),
    packages("functions-busboy-only", "^functions/", "node_modules/busboy/", "Functions import the form parser only."),
    packages(
      "edge-middy-only",
      {
        path: "^shared/edge/",
        pathNot: `^shared/edge/${ADAPTERS}`,
      },
      "node_modules/(@middy/|@aws-lambda-powertools/batch/|zod/)",
      "The pipeline imports middy, Powertools' batches and zod.",
    ),
    packages("contract-zod-only", CONTRACT, "node_modules/zod/", "Contracts import zod only."),
    error(
      "domain-no-io",
      "No I/O, no clock, no randomness below the ports.",
      `${CONTRACT}|${PORTS}|^shared/([^/]+/domain|go-template)/`,
      { dependencyTypes: ["core"] },
    ),
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
