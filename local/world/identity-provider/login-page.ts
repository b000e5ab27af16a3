import type { Organization, User } from "./directory-shape.ts";
import type { Reply } from "./http-messages.ts";

export const STYLE_PATH = "/connect/login.css";
export const ICON_PATH = "/connect/icon.svg";
export const LOGIN_PATH = "/connect/login";

export type Choice = { transaction: string; redirectUri: string };

/**
 * The page "Who are you?" with a button for each user, which shows the name large and the id small. The hinted user has
 * the focus.
 */
export function userPage(
  choice: Choice,
  { users, hint, problem }: { users: User[]; hint?: string | undefined; problem?: string | undefined },
): Reply {
  const items = users.map((user) => {
    const { name = user.profile.display_name } = user.profile;
    const details = [user.email?.address, ...user.roles.map((role) => `role ${role}`)]
      .filter((part) => part)
      .join(" · ");
    const label = name === undefined ? { title: user.sub, details } : { id: user.sub, title: name, details };
    return button({ name: "sub", value: user.sub }, label, user.sub === hint);
  });
  return page(200, {
    title: "Sign in to Herald",
    redirectUri: choice.redirectUri,
    main: `${problem === undefined ? "" : `<p role="alert">${escaped(problem)}</p>`}
<p>Local identity provider, for development only: the people of its directory may sign in, without a password. Who are you?</p>
${form(choice, items)}`,
  });
}

/** The page "On whose behalf?" for a user with several organisations, with a choice for none of them. */
export function organizationPage(choice: Choice, user: User, organizations: Organization[]): Reply {
  const items = [
    ...organizations.map(({ id, name }) => button({ name: "organization", value: id }, { title: name, details: id })),
    button({ name: "personal", value: "yes" }, { title: "No organisation", details: "personal access only" }),
  ];
  return page(200, {
    title: "Choose an organisation",
    redirectUri: choice.redirectUri,
    main: `<p>Signed in as <strong>${escaped(user.profile.name ?? user.sub)}</strong>. On whose behalf?</p>
${form(choice, items)}`,
  });
}

/** Shows a message to the person at the browser when no redirect address can get the answer. */
export const messagePage = (status: number, title: string, message: string): Reply =>
  page(status, { title, main: `<p>${escaped(message)}</p>` });

const form = ({ transaction }: Choice, items: string[]): string => `<form method="post" action="${LOGIN_PATH}">
<input type="hidden" name="transaction" value="${escaped(transaction)}">
<ul>
${items.map((item) => `<li>${item}</li>`).join("\n")}
</ul>
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>`;

function button(
  field: { name: string; value: string },
  { id, title, details }: { id?: string; title: string; details: string },
  isFocused = false,
): string {
  return `<button name="${field.name}" value="${escaped(field.value)}"${isFocused ? " autofocus" : ""}>
${id === undefined ? "" : `<span class="id">${escaped(id)}</span> `}<strong>${escaped(title)}</strong> <span>${escaped(details)}</span></button>`;
}

type Page = { title: string; main: string; redirectUri?: string };

function page(status: number, { title, main, redirectUri }: Page): Reply {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "content-security-policy": contentSecurityPolicy(redirectUri),
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title.endsWith("Herald") ? title : `${title} · Herald`)}</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${main}
</main>
</body>
</html>
`,
  };
}

/** Browsers also apply `form-action` to the redirect that follows the form, so it must include the client's address. */
function contentSecurityPolicy(redirectUri: string | undefined): string {
  const url = redirectUri === undefined ? null : URL.parse(redirectUri);
  // CSP has no syntax for IPv6 addresses, so for these the policy names only the scheme.
  const target = url?.hostname.startsWith("[") ? url.protocol : url?.origin;
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${target === undefined ? "" : ` ${target}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
