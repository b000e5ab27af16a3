/** This file describes as data how the panel is served, by the local stack and by the cloud's CDN. */

/** The first path segments of the panel's pages; `/` is a page too. */
export const PANEL_SECTIONS = [
  "activity",
  "alerts",
  "api-keys",
  "approvals",
  "events",
  "sandbox",
  "sending-accounts",
  "suppressions",
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
 * Says whether the panel's only document answers a path. It never answers paths of the API, which keep their JSON
 * answers (D2).
 */
export function isPanelPage(path: string): boolean {
  const [section = "", below] = path.split("/").slice(1);
  return path === "/" || (SECTIONS.has(section) && !(section === "admin" && below === "api"));
}

/** Programs use these paths, and recipients the links of mails, so the service gives all answers below them (D2, D45a). */
const FOR_PROGRAMS = /^\/(?:api|health|mcp|webhooks|admin\/api|panel\/api|media|docs|u|openapi\.json)(?:\/|$)/;

/** Says whether a browser gets the panel's page for this unknown address. */
export const isLostPage = (path: string): boolean => !(isPanelPage(path) || FOR_PROGRAMS.test(path));

/** Describes the content of `/config.json`, which lets one build of the panel serve every deployment. */
export interface PanelConfig {
  readonly issuer: string;
  readonly client_id: string;
  /** Examples show this address ({base_url}). The panel's own calls go to the origin that served it. */
  readonly base_url: string;
  /** The sign-in requests these scopes. Spaces separate them. */
  readonly scope: string;
  /** Says whether sending accounts may use a provider's HTTP API. Otherwise the panel does not offer it. */
  readonly http_api_provider: boolean;
  /** Sending accounts may have a return path in this domain. */
  readonly bounce_domain?: string;
  /** `uploads` is false if the deployment takes no uploads, so that the panel offers none. */
  readonly uploads?: boolean;
  /** The navigation links to these further tools; the local stack has some. */
  readonly tools?: readonly { readonly label: string; readonly url: string }[];
}

const EVERYWHERE = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

export interface PanelProvider {
  readonly issuer: string;
  /**
   * Lists further origins of the identity provider. Many providers have their token endpoint on another origin than the
   * issuer.
   */
  readonly origins?: readonly string[];
}

/** Returns the origins, beside their own, that pages may send requests to. */
export const originsOf = ({ issuer, origins = [] }: PanelProvider): readonly string[] => [
  ...new Set([new URL(issuer).origin, ...origins]),
];

/**
 * Returns the headers of every page of the panel. Pages contain nothing inline and load nothing from elsewhere; they
 * may request tokens only from the identity provider.
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
 * This page is the frame for the HTML of a mail. It has no origin, may request nothing except pictures, and allows the
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

/** Returns the `cache-control` header of an existing file. */
export const cacheControl = (path: string): string =>
  path.startsWith(`/${ASSETS_FOLDER}/`) ? "public, max-age=31536000, immutable" : "no-cache";
