// Starts the viewer of the API reference. Where the service lends credentials, as the local stack does, the viewer gets
// them, and the examples show ids of the caller's own records.

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
    const parameters = Object.values(operations).flatMap((operation) => operation.parameters ?? []);
    for (const parameter of parameters.filter(({ name }) => name === "id")) {
      parameter.example = id;
      parameter.schema.examples = [id];
    }
  }
}

async function withOwnIds(reference, credentials) {
  const found = await Promise.all(LISTS.map(async (list) => ({ list, id: await ownId(list, credentials) })));
  for (const { list, id } of found) if (id !== undefined) showIds(reference, list.below, id);
  return reference;
}

const INTERNAL = /^\/(?:panel|admin)\//;

/**
 * Lets the search show the operations of callers before the panel's own: a name that begins with other words is a worse
 * hit.
 */
function nameInternalOnes(reference) {
  const internal = Object.entries(reference.paths).filter(([path]) => INTERNAL.test(path));
  for (const operation of internal.flatMap(([, operations]) => Object.values(operations)))
    operation.summary = `For the panel, ${operation.summary.charAt(0).toLowerCase()}${operation.summary.slice(1)}`;
}

/** Enter opens the first hit of the search when no hit was chosen with an arrow key. */
function openFirstHit({ key, target, isComposing }) {
  if (key !== "Enter" || isComposing || target.role !== "combobox") return;
  const hits = document.getElementById(target.getAttribute("aria-controls"));
  if (hits?.querySelector("[aria-selected=true]") === null) hits.querySelector("[role=option]")?.click();
}

const [reference, credentials, isLoaded] = await Promise.all([
  json("/openapi.json"),
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
  nameInternalOnes(reference);
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
    documentDownloadType: "json",
  });
}
