/** The panel as a site, as data: the local stack serves it by this page, and the cloud's CDN is configured from it. */

/** First segments of the addresses that are pages of the panel; `/` is one too. */
export const PANEL_SECTIONS = [
  "activity",
  "api-keys",
  "events",
  "sending-accounts",
  "email-templates",
  "notifications",
  "chat-templates",
  "conversations",
  "admin",
  "signed-in",
  "signed-out",
] as const;

const SECTIONS: ReadonlySet<string> = new Set(PANEL_SECTIONS);

/** Whether an address is answered with the panel's one document. Paths of the API never are: they keep their JSON answers (D2). */
export function isPanelPage(path: string): boolean {
  const [section = "", below] = path.split("/").slice(1);
  return path === "/" || (SECTIONS.has(section) && !(section === "admin" && below === "api"));
}

/** Where programs ask, whose answers are JSON whatever they ask for (D2). */
const FOR_PROGRAMS = /^\/(?:api|health|mcp|webhooks|admin\/api|panel\/api|media|docs|openapi\.json)(?:\/|$)/;

/** Whether a browser that goes there is shown the panel's page for addresses that lead nowhere. */
export const isLostPage = (path: string): boolean => !(isPanelPage(path) || FOR_PROGRAMS.test(path));

/** The content of `/config.json`: one build of the panel serves every deployment. */
export interface PanelConfig {
  readonly issuer: string;
  readonly client_id: string;
  /** {base_url}: what the panel shows in examples; its own calls go to where it came from. */
  readonly base_url: string;
  /** Asked for at sign-in, separated by spaces. */
  readonly scope: string;
  /** Whether sending accounts may use a provider's HTTP API: the panel offers it only then. */
  readonly http_api_provider: boolean;
  /** Tools beside the panel that its navigation links to; the local stack has some. */
  readonly tools?: readonly { readonly label: string; readonly url: string }[];
}

const EVERYWHERE = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

export interface PanelProvider {
  readonly issuer: string;
  /** Further origins of the identity provider, where its token endpoint is: many have it on another one than their issuer. */
  readonly origins?: readonly string[];
}

/** The origins that the panel's policy lets pages ask beside their own. */
export const originsOf = ({ issuer, origins = [] }: PanelProvider): readonly string[] => [
  ...new Set([new URL(issuer).origin, ...origins]),
];

/** For every page of the panel. Nothing inline, nothing from elsewhere; the identity provider may be asked for tokens. */
export const panelHeaders = (provider: PanelProvider): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  "content-security-policy": policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "media-src": "'self' blob:",
    "connect-src": ["'self'", ...originsOf(provider)].join(" "),
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  }),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
});

/**
 * The frame that shows a mail's own HTML: without an origin, without any request but for pictures, with the mail's styles. A `srcdoc`
 * would inherit the panel's policy, which forbids them. Only the panel may hold it.
 */
export const PREVIEW_PAGE = "/preview.html";
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "content-security-policy": policy({
    sandbox: "allow-scripts",
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'unsafe-inline'",
    "img-src": "data: https:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
  }),
};

export const ASSET_HEADERS: Readonly<Record<string, string>> = EVERYWHERE;

/** Names in it carry a hash of their content. */
export const ASSETS_FOLDER = "assets";

/** Of a file that is there. */
export const cacheControl = (path: string): string =>
  path.startsWith(`/${ASSETS_FOLDER}/`) ? "public, max-age=31536000, immutable" : "no-cache";
