// Starts the viewer with the part of the API reference that the page names. Where the service lends credentials, as the
// local stack does, the viewer gets them, and the examples show ids of the caller's own records.

/** The first entry of each list replaces `{id}` in the paths below it. A later line overrides an earlier one. */
const LISTS = [
  { below: "/api/v1/notifications/", at: "/api/v1/notifications?limit=1", entries: "notifications", by: "api_key" },
  {
    below: "/api/v1/notifications/{id}/resend",
    at: "/api/v1/notifications?status=sent&limit=1",
    entries: "notifications",
    by: "api_key",
  },
  {
    below: "/api/v1/notifications/{id}/cancel",
    at: "/api/v1/notifications?status=pending&limit=1",
    entries: "notifications",
    by: "api_key",
  },
  {
    below: "/api/v1/chat-conversations/",
    at: "/api/v1/chat-conversations?limit=1",
    entries: "conversations",
    by: "api_key",
  },
  { below: "/api/v1/smtp-accounts/", at: "/api/v1/smtp-accounts", by: "access_token" },
  { below: "/api/v1/templates/", at: "/api/v1/templates", by: "access_token" },
  { below: "/api/v1/chat-templates/", at: "/api/v1/chat-templates", by: "access_token" },
  { below: "/api/v1/webhooks/", at: "/api/v1/webhooks", by: "access_token" },
  { below: "/panel/api/api-keys/", at: "/panel/api/api-keys", by: "access_token" },
];
const TIMEOUT_MS = 5000;
/** A menu has its place by then. */
const PLACED_MS = 300;
const RARE = "c clojure dart fsharp http js julia kotlin objc ocaml powershell r rust swift".split(" ");
/** The menu of samples has one way for each common language, so that the client is seen among them. */
const HIDDEN_SAMPLES = {
  ...Object.fromEntries(RARE.map((language) => [language, true])),
  csharp: ["restsharp"],
  java: ["asynchttp", "nethttp", "unirest"],
  node: ["axios", "ofetch", "undici"],
  php: ["guzzle", "laravel"],
  python: ["python3", "aiohttp", "httpx_sync", "httpx_async"],
  shell: ["httpie", "wget"],
};
/** Code and addresses that are too long for the page get more lines instead of being cut off. Line numbers keep a column. */
const LONG_LINES = `
  .scalar-app code.hljs, .scalar-app code.hljs *, .scalar-app .endpoint { white-space: pre-wrap; overflow-wrap: anywhere; }
  .scalar-app .hljs .line {
    --numbers: calc(var(--line-digits) * 1ch + 0.875rem);
    display: inline-block;
    width: 100%;
    padding-left: var(--numbers);
    text-indent: calc(-1 * var(--numbers));
  }
  .scalar-app .max-h-80:has([role="listbox"]) { max-height: min(34rem, 75vh); }
  .scalar-app .hljs .line *, .scalar-app .hljs .line:before { text-indent: 0; }
`;

/**
 * Without this setting, zod in the viewer tests whether the page's policy allows `eval`, and the browser reports a
 * violation.
 */
globalThis.__zod_globalConfig = { jitless: true };

function loadViewer() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/docs/viewer.js";
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

async function json(address, bearer) {
  try {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id of the newest record of a list, or undefined if the list is empty. */
async function ownId({ at, entries, by }, credentials) {
  const answer = await json(at, credentials[by]);
  const list = entries === undefined ? answer : answer?.[entries];
  return Array.isArray(list) ? list[0]?.id : undefined;
}

function showIds(reference, below, id) {
  for (const [path, operations] of Object.entries(reference.paths)) {
    if (!path.startsWith(below)) continue;
    for (const operation of Object.values(operations)) showId(operation, id);
  }
}

function showId({ parameters = [], "x-scalar-examples": samples = [] }, id) {
  for (const parameter of parameters.filter(({ name }) => name === "id")) {
    const [former] = parameter.schema.examples;
    for (const sample of samples)
      sample.source = sample.source.replace(`const id = ${JSON.stringify(former)}`, `const id = ${JSON.stringify(id)}`);
    parameter.example = id;
    parameter.schema.examples = [id];
  }
}

async function withOwnIds(reference, credentials) {
  const paths = Object.keys(reference.paths);
  const lists = LISTS.filter(({ below }) => paths.some((path) => path.startsWith(below)));
  const found = await Promise.all(lists.map(async (list) => ({ list, id: await ownId(list, credentials) })));
  for (const { list, id } of found) if (id !== undefined) showIds(reference, list.below, id);
  return reference;
}

/** The viewer scrolls to an opened menu before it has placed the menu beside its button, so this keeps the page in place. */
function stayAtMenu({ target }) {
  if (!target.closest("[id^=headlessui-popover-button]")) return;
  const top = scrollY;
  const stay = () => scrollTo({ top, behavior: "instant" });
  addEventListener("scroll", stay);
  setTimeout(() => removeEventListener("scroll", stay), PLACED_MS);
}

/** Enter opens the first hit of the search when no hit was chosen with an arrow key. */
function openFirstHit({ key, target, isComposing }) {
  if (key !== "Enter" || isComposing || target.role !== "combobox") return;
  const hits = document.getElementById(target.getAttribute("aria-controls"));
  if (hits?.querySelector("[aria-selected=true]") === null) hits.querySelector("[role=option]")?.click();
}

const { part } = document.getElementById("reference").dataset;
const [reference, credentials, isLoaded] = await Promise.all([
  json(`/docs/${part}.json`),
  json("/docs/credentials.json"),
  loadViewer().then(
    () => true,
    () => false,
  ),
]);
if (reference === undefined || !isLoaded) {
  document.getElementById("reference").textContent =
    "The interface's description cannot be loaded. Reload the page to try again.";
} else {
  addEventListener("click", stayAtMenu, true);
  // The viewer lets no key of its search field through, so this listener gets the key before the search field does.
  addEventListener("keydown", openFirstHit, true);
  const content = credentials ? await withOwnIds(reference, credentials) : reference;
  window.Scalar.createApiReference("#reference", {
    content,
    // Without a preferred scheme, each operation is tried with the credential that it takes.
    authentication: {
      securitySchemes: {
        apiKey: { token: credentials?.api_key ?? "" },
        accessToken: { token: credentials?.access_token ?? "" },
      },
    },
    customCss: LONG_LINES,
    // The viewer sends no request to other hosts and reports nothing about its reader.
    proxyUrl: "",
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    persistAuth: false,
    defaultOpenAllTags: false,
    // The contract decides the order of fields, and every operation first shows the same kind of sample.
    orderSchemaPropertiesBy: "preserve",
    orderRequiredPropertiesFirst: false,
    hiddenClients: HIDDEN_SAMPLES,
    featuredClients: ["shell/curl", "node/fetch", "python/requests", "go/native", "php/curl"],
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    documentDownloadType: "json",
  });
}
