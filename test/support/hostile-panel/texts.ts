import { FILES } from "../media-files.ts";

/** The origin to which no page may send a request. */
export const ELSEWHERE = "https://evil.example";
const RUN = "top.hasRun=window.hasRun=1";

/** One line, as most fields require, that breaks out of attributes, adds elements with scripts, and has all quotes and template marks. */
export const MARKUP =
  `"><img src=x onerror="${RUN}"><svg onload='${RUN}'><script>${RUN}</script>` +
  `<iframe srcdoc="<script>${RUN}</script>"></iframe><a href="javascript:${RUN}">a</a>'-alert(1)-'\`\${alert(1)}` +
  `&lt;b&gt;&#60;i&#62;</title></textarea></script>--><!--]]>\\u003c`;
/** Texts that a template engine would take for its own syntax. */
const MARKS = "{{.x}}{{1}}{{constructor}}<%= 1 %>#{1}";
/** This text changes its direction, has no spaces, stacks marks above its letters, and is partly invisible. */
const ODD = `\u202Egnp.tpircs\u2066 محمد Z${"\u0335\u0321".repeat(40)} \u200B\u2060\u3164 👨‍👩‍👧‍👦 ${"W".repeat(300)}`;
/** The hostile text for long fields. */
export const HOSTILE = `${MARKUP} ${ODD}`;
/** The hostile text for short fields, with at most 39 characters. */
export const SHORT = `"><svg onload=top.hasRun=1>'\u202E`;
export const VARIABLES = { __proto: MARKUP, constructor: `${MARKUP}${MARKS}`, x: `${MARKUP}${MARKS}` };

/** A mail that tries every attack; its links have ids, by which a test clicks them. */
export const MAIL = `<html><head><base href="${ELSEWHERE}/"><meta http-equiv="refresh" content="0;url=${ELSEWHERE}/m">
<style>@import url(${ELSEWHERE}/a.css); body { background: url(${ELSEWHERE}/b) }</style>
<link rel=stylesheet href="${ELSEWHERE}/l"><link rel=dns-prefetch href="//evil.example"><link rel=preload as=image href="${ELSEWHERE}/pre"></head>
<body onload="${RUN}"><h1>Hostile but readable</h1>
<img src="${ELSEWHERE}/p.png" srcset="${ELSEWHERE}/q 1x" onerror="${RUN}"><video poster="${ELSEWHERE}/v" src="${ELSEWHERE}/w"></video>
<audio src="${ELSEWHERE}/au" autoplay></audio><table background="${ELSEWHERE}/t"></table>
<svg onload="${RUN}"><image href="${ELSEWHERE}/i"/><use href="${ELSEWHERE}/u#a"/><script>${RUN}</script><a id=svg xlink:href="javascript:${RUN}"><text y=20>c</text></a></svg>
<input type=image src="${ELSEWHERE}/im"><iframe src="${ELSEWHERE}/f" srcdoc="<script>${RUN}</script>"></iframe>
<object data="${ELSEWHERE}/o"></object><embed src="${ELSEWHERE}/e"><template shadowrootmode=open><script>${RUN}</script></template>
<form action="${ELSEWHERE}/fo" target=_top><button id=go>go</button><button id=to formaction="javascript:${RUN}">to</button></form>
<a id=away href="${ELSEWHERE}/a">a</a><a id=top href="${ELSEWHERE}/top" target=_top>t</a><a id=new href="${ELSEWHERE}/n" target=_blank>n</a>
<a id=js href="javascript:${RUN}">b</a><a id=ping href="#x" ping="${ELSEWHERE}/ping">p</a><map name=m><area id=area href="javascript:${RUN}"></map>
<math><mtext><table><mglyph><style><img src=x onerror="${RUN}"></style></mglyph></table></mtext></math>
<img src="cid:cid"><script>${RUN}</script><script src="${ELSEWHERE}/s.js"></script></body></html>`;
export const LINKS = ["away", "top", "new", "js", "svg", "ping", "go", "to"];

/** Messages of every type that the panel has a word for, and of some types that no platform sends. */
export const MESSAGES: readonly string[] = [
  JSON.stringify({ type: "text", text: { body: `${HOSTILE} https://evil.example/ javascript:alert(1)` } }),
  JSON.stringify({
    type: "location",
    location: { latitude: 1, longitude: 2, name: HOSTILE, address: MARKUP, url: `javascript:${RUN}` },
  }),
  JSON.stringify({
    type: "contacts",
    contacts: [
      { name: { formatted_name: HOSTILE }, phones: [{ phone: MARKUP }], urls: [{ url: `javascript:${RUN}` }] },
    ],
  }),
  JSON.stringify({ type: "contacts", contacts: [{ name: MARKUP, phones: { __proto__: 1 } }] }),
  JSON.stringify({
    type: "interactive",
    interactive: { type: "list_reply", list_reply: { id: MARKUP, title: MARKUP, description: HOSTILE } },
  }),
  JSON.stringify({
    type: "interactive",
    interactive: { type: "constructor", button_reply: [MARKUP], nfm_reply: { response_json: MARKUP } },
  }),
  JSON.stringify({ type: "button", button: { text: HOSTILE, payload: MARKUP } }),
  JSON.stringify({ type: "order", order: { catalog_id: MARKUP, product_items: [{ product_retailer_id: MARKUP }] } }),
  JSON.stringify({ type: "system", system: { body: MARKUP, type: "user_changed_number" } }),
  JSON.stringify({ type: "unsupported", errors: [{ code: 1, title: MARKUP }] }),
  JSON.stringify({
    type: "document",
    document: { caption: HOSTILE, link: `javascript:${RUN}` },
    filename: `${SHORT}.html`,
    content_type: "text/html",
    content_base64: btoa(MARKUP),
  }),
  JSON.stringify({
    type: "image",
    image: { caption: MARKUP },
    content_type: "image/svg+xml",
    content_base64: btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`),
  }),
  JSON.stringify({
    type: "image",
    image: { caption: MARKUP },
    content_type: "image/png",
    content_base64: FILES.png.toString("base64"),
  }),
  JSON.stringify({ type: "audio", audio: { voice: true }, content_type: "audio/ogg", content_base64: btoa(MARKUP) }),
  ...["__proto__", "constructor", "to_string", "value_of", "link", "template"].map(
    (type) =>
      `{"type":"${type}","${type}":{"type":"x","link":"javascript:${RUN}","text":"<img src=x onerror=top.hasRun=1>"},"link":"javascript:${RUN}"}`,
  ),
  `{"type":"text","text":{"body":"x"},"context":{"id":"__proto__","from":"<b>"},"referral":{"source_url":"javascript:${RUN}","headline":"<script>top.hasRun=1</script>","image_url":"${ELSEWHERE}/r.png"}}`,
];

export const CUSTOMERS: readonly (readonly [phone: string, name: string])[] = [
  ["+14155550181", MARKUP],
  ["+14155550182", ODD],
  ["+14155550183", "\u200B\u2060\u3164"],
  ["+14155550184", "__proto__"],
];
