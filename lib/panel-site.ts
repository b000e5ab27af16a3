/**
 * This file describes as data how the panel is served, for both the local stack and the cloud's CDN.
 */

/** The first path segments of the panel's pages; `/` is a page too. */
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

/**
 * Says whether a path is answered with the panel's only document. Paths of the API never are and keep their JSON
 * answers (D2).
 */
export function isPanelPage(path: string): boolean {
  const [section = "", below] = path.split("/").slice(1);
  return path === "/" || (SECTIONS.has(section) && !(section === "admin" && below === "api"));
}

/** Programs use these paths, so all answers below them are JSON (D2). */
const FOR_PROGRAMS = /^\/(?:api|health|mcp|webhooks|admin\/api|panel\/api|media|docs|openapi\.json)(?:\/|$)/;

/** Says whether a browser gets the panel's page for unknown addresses here. */
export const isLostPage = (path: string): boolean => !(isPanelPage(path) || FOR_PROGRAMS.test(path));

/** The content of `/config.json`. Because of it, one build of the panel serves every deployment. */
export interface PanelConfig {
  readonly issuer: string;
  readonly client_id: string;
  /** The address that examples show ({base_url}). The panel's own calls go to the origin that served it. */
  readonly base_url: string;
  /** The scopes that the sign-in requests, separated by spaces. */
  readonly scope: string;
  /** Says whether sending accounts may use a provider's HTTP API. The panel only offers it if so. */
  readonly http_api_provider: boolean;
  /** Is false if the deployment takes no uploads, so that the panel offers none. */
  readonly uploads?: boolean;
  /** Further tools that the navigation links to; the local stack has some. */
  readonly tools?: readonly { readonly label: string; readonly url: string }[];
}

const EVERYWHERE = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

export interface PanelProvider {
  readonly issuer: string;
  /** Further origins of the identity provider. Many have their token endpoint on another origin than the issuer. */
  readonly origins?: readonly string[];
}

/** The origins that pages may send requests to, in addition to their own. */
export const originsOf = ({ issuer, origins = [] }: PanelProvider): readonly string[] => [
  ...new Set([new URL(issuer).origin, ...origins]),
];

/**
 * The headers of every page of the panel. Nothing is inline and nothing comes from elsewhere; only the identity
 * provider may be asked for tokens.
 */
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
 * This page is the frame for a mail's own HTML. It has no origin, may request nothing but pictures, and allows the
 * mail's styles. A `srcdoc` would inherit the panel's policy, which forbids styles. Only the panel may embed it.
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

/** File names in this folder contain a hash of their content. */
export const ASSETS_FOLDER = "assets";

/** The `cache-control` header of an existing file. */
export const cacheControl = (path: string): string =>
  path.startsWith(`/${ASSETS_FOLDER}/`) ? "public, max-age=31536000, immutable" : "no-cache";
