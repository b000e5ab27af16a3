import type { Reply } from "./http-messages.ts";

const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #14161a);
  --card: light-dark(#ffffff, #1e2127);
  --ink: light-dark(#1b1f27, #eceff4);
  --quiet: light-dark(#545c6b, #a9b1bf);
  --line: light-dark(#8a93a3, #6b7484);
  --accent: light-dark(#1d4fd8, #8fb0ff);
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(28rem, 100% - 2rem); margin: 2rem 0; padding: 1.5rem; background: var(--card); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; }
ul { margin: 1rem 0; padding: 0; list-style: none; display: grid; gap: 0.5rem; }
button { width: 100%; padding: 0.75rem 1rem; font: inherit; text-align: start; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 0.5rem; cursor: pointer; }
li button { display: flex; flex-wrap: wrap; column-gap: 0.5rem; }
li button > * { overflow-wrap: anywhere; }
li button strong { order: -1; flex-basis: 100%; }
li button span { color: var(--quiet); font-size: 0.875rem; }
li button .id { font-weight: 600; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.cancel { width: auto; text-align: center; }
[role="alert"] { padding: 0.75rem 1rem; border-inline-start: 4px solid light-dark(#b3261e, #ff8a80); overflow-wrap: anywhere; }
`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1d4fd8"/><path d="M5 4v8M11 4v8M5 8h6" stroke="#fff" stroke-width="2"/></svg>`;

const asset = (type: string, body: string): Reply => ({
  status: 200,
  headers: { "content-type": type, "cache-control": "max-age=300" },
  body,
});

export const loginStyle = (): Reply => asset("text/css; charset=utf-8", STYLE);
export const loginIcon = (): Reply => asset("image/svg+xml", ICON);
