import { describe, expect, it } from "vitest";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { render } from "../../../../shared/go-template/text-template.ts";
import { browserView } from "./browser-view.ts";
import { html, refusal } from "./html-vectors.ts";

const OTHER_NAME = "appears in an attribute that may have another name";
const NO_VALUE = "appears in an attribute that takes no value";
const NO_NAME = "= after what may be no name of an attribute";
const RUNS = "appears in a URL that runs what it holds";
const BEGUN = "appears in what may be the protocol of a URL";
const MADE = "the protocol of a URL is made of a value";
const TAG_NAME = "the name of a tag goes on";
const REFRESH = "a value in the content of a <meta> that may have an http-equiv or no name";
const AS_MARKUP = "appears in a script or a style that may be read as markup";
const CUT = "an end tag that is not complete";
const RAW_END = "an end tag in a tag, a script or a style";

/**
 * At these positions of a page Go's escaping lets a value end the surrounding attribute, tag or script. Herald refuses
 * such templates, for the given reasons.
 */
const REFUSED: readonly (readonly [why: string, templates: readonly string[]])[] = [
  [
    OTHER_NAME,
    [
      '<a/href="{{.x}}">',
      '<p title="a"/onclick="{{.x}}">',
      '<a {{.x}}/href="{{.x}}">',
      "<img/src={{.x}}>",
      '<a {{if .c}}data-{{end}}href="{{.x}}">',
      '<a {{if .c}}x{{else}}data-{{end}}href="{{.x}}">',
      '<a {{range .}}a{{end}}href="{{.x}}">',
      '<a o{{.x}}="{{.x}}">',
      '<a {{.x}}ef="{{.x}}">',
      '<a {{.x}}{{.c}}="{{.x}}">',
      '<svg><a xlink:{{.x}}="{{.x}}">',
      '{{define "n"}}hre{{end}}<a {{template "n"}}f="{{.x}}">',
    ],
  ],
  [
    NO_NAME,
    [
      '<a/="{{.x}}">',
      '<a / ="{{.x}}">',
      '<a {{if .c}}title{{end}}="{{.x}}">',
      '<a {{if .c}}title {{end}}="{{.x}}">',
      '<a {{range .}}title{{end}} = "{{.x}}">',
      '<a href {{if .c}}title {{end}}="{{.x}}">',
      '<b_title="{{.x}}">',
      '<b{{if .c}} class="a"{{end}}title="{{.x}}">',
      '<b{{.x}}="{{.x}}">',
    ],
  ],
  [
    "a space after what may be an empty attr",
    ['<p title={{if .c}}{{.c}}{{end}} class="{{.x}}">', "<p title={{with .c}}a{{end}}\n{{.x}}>"],
  ],
  [
    NO_VALUE,
    [
      '<iframe srcdoc="{{.x}}">',
      "<iframe SRCDOC='<p>{{.x}}'>",
      '<svg><animate attributeName=href values="{{.x}}"/>',
      '<svg><set to="{{.x}}"/>',
      "<svg><animate from={{.x}} by=b>",
      '<svg><animate by="a{{.x}}">',
    ],
  ],
  [
    RUNS,
    [
      '<a href="javascript:{{.x}}">',
      `<a href="javascript:f('{{.x}}')">`,
      '<a href=" java\tscript:{{.x}}">',
      '<a href="&#106;avascript&colon;{{.x}}">',
      '<a href="java{{if .c}}script{{else}}script{{end}}:{{.x}}">',
      '<a href="VBScript:{{.x}}">',
      '<iframe src="data:text/html,<p>{{.x}}">',
      '<iframe src="data:{{.x}}">',
      '<object data="data:image/svg+xml,{{.x}}">',
      '<a href="javascript:{{if .c}}{{.x}}{{end}}">',
    ],
  ],
  [
    BEGUN,
    [
      '<a href="j{{.x}}">',
      '<a href="java{{.x}}">',
      '<a href="javascript{{.x}}">',
      "<a href=\u0001d{{.x}}>",
      '<form action="v{{.x}}">',
    ],
  ],
  [
    MADE,
    [
      '<a href="{{.x}}:{{.c}}">',
      '<a href="{{.x}}://{{.c}}">',
      '<a href="{{.x}}script:alert(1)">',
      '<a href="{{.x}}{{if .c}}{{end}}:alert(1)">',
      '<a href="{{if .c}}{{.x}}{{else}}java{{end}}script:alert(1)">',
      '<meta http-equiv=refresh content="0;url={{.x}}:alert(1)">',
    ],
  ],
  [
    TAG_NAME,
    [
      "<scr{{if .c}}x{{end}}ipt>{{.x}}</script>",
      "<s{{.x}}>{{.x}}",
      "<script{{.x}}>",
      '<sv{{""}}g>',
      '{{define "t"}}<scr{{end}}{{template "t"}}ipt>',
    ],
  ],
  [
    REFRESH,
    [
      '<meta http-equiv=refresh content="{{.x}}">',
      '<meta content="{{.x}}">',
      '<meta {{if .c}}name="a"{{end}} content="{{.x}}">',
      '<meta content="0;{{.x}}" http-equiv="refresh">',
      '<meta http-equiv=refresh content="0;ur{{if .c}}{{end}}l={{.x}}">',
      '<meta http-{{.x}}=refresh content="{{.x}}">',
      '<meta {{if .c}}http-equiv="refresh"{{end}} content="{{.x}}">',
      '<meta/http-equiv=refresh content="{{.x}}">',
    ],
  ],
  [
    AS_MARKUP,
    [
      `<svg><script>s="<img src=x onerror='{{.x}}'>"</script></svg>`,
      "<svg><style><a href={{.x}}></style></svg>",
      "<select><style><script>{{.x}}</script></style></select>",
      "<svg><svg></svg><style>{{.x}}</style></svg>",
      "{{if .c}}<math>{{end}}<style>{{.x}}</style>",
    ],
  ],
  [
    CUT,
    ["<script>a </scr{{.x}}>", "<style>a</sty{{.x}}>", "<style>'</{{.x}}>'</style>", '<noscript><p title="</{{.x}}>">'],
  ],
  [
    RAW_END,
    [
      '<noscript><p title="</noscript><img src={{.x}}>">',
      "<xmp><b title='</XMP><img src={{.x}}>'>",
      '<iframe><i class="</iframe><b title={{.x}}>">',
    ],
  ],
];

/** These positions look similar, but are safe, and their output is that of Go. */
const ACCEPTED: readonly (readonly [template: string, output: string])[] = [
  ["<br/>{{.x}}<img src=a />", "<br/>j<img src=a />"],
  ['<img src="a"/ title="{{.x}}">', '<img src="a"/ title="j">'],
  ["<p {{if .c}}hidden{{end}}>{{.x}}</p>", "<p >j</p>"],
  ['<p {{if .c}}hidden{{end}} title="{{.x}}">', '<p  title="j">'],
  ['<p{{if .x}} class="{{.x}}"{{end}}>', '<p class="j">'],
  ['<i data-{{if .c}}a{{else}}b{{end}}="{{.x}}">', '<i data-b="j">'],
  ['<i data-{{.x}}="{{.x}}" {{.x}}="{{.x}}">', '<i data-j="j" j="j">'],
  ['<i data-to="{{.x}}" data-srcdoc="{{.x}}">', '<i data-to="j" data-srcdoc="j">'],
  ["<h{{.x}}>a</h{{.x}}>", "<hj>a</hj>"],
  ["<p title={{if .c}}a{{end}}>{{.x}}", "<p title=>j"],
  ['<a href="http{{if .c}}s{{end}}://h/{{.x}}">', '<a href="http://h/j">'],
  ['<a href="{{if .c}}https{{else}}http{{end}}://{{.x}}:80/">', '<a href="http://j:80/">'],
  ['<a href="mailto:{{.x}}">', '<a href="mailto:j">'],
  ['<a href="page{{.x}}.html">', '<a href="pagej.html">'],
  ['<a href="{{.x}}data{{.x}}">', '<a href="jdataj">'],
  ['<img src="data:image/png;base64,{{.x}}">', '<img src="data:image/png;base64,j">'],
  ['<a href="data:text/calendar;charset=utf-8,{{.x}}">', '<a href="data:text/calendar;charset=utf-8,j">'],
  ['<meta name="description" content="{{.x}}">', '<meta name="description" content="j">'],
  ['<meta content="{{.x}}" property="og:title">', '<meta content="j" property="og:title">'],
  ['<meta http-equiv=refresh content="0;url={{.x}}">', '<meta http-equiv=refresh content="0;url=j">'],
  ["<svg><path d=a /></svg><style>p{color:{{.x}}}</style>", "<svg><path d=a /></svg><style>p{color:j}</style>"],
  ["<noscript><img src='{{.x}}'></noscript>", "<noscript><img src='j'></noscript>"],
  ['<script>"</b{{.x}}>"</script>', '<script>"</bj>"</script>'],
];

describe("a place where a browser could run a value", () => {
  it.each(REFUSED.flatMap(([why, templates]) => templates.map((template) => [template, why] as const)))(
    "is refused: %j %s",
    (template, why) => {
      expect(refusal(template)).toContain(why);
    },
  );
  it.each(ACCEPTED)("is not seen where there is none: %j", (template, output) => {
    expect(html(template, { x: "j" })).toBe(output);
  });
  it.each([
    ['<a href="{{.x}}va{{.c}}">', { x: "ja", c: "script:alert(1)" }, '<a href="java#ZgotmplZ">'],
    ['<set {{.x}}="{{.c}}">', { x: "to", c: "javascript:alert(1)" }, '<set ZgotmplZ="javascript:alert(1)">'],
    [
      '<script type="text/{{.x}}script">{{.c}}</script>',
      { x: "java", c: "a" },
      '<script type="text/javascript">"a"</script>',
    ],
    ['<script type=module type="text/x">{{.x}}</script>', { x: "a" }, '<script type=module type="text/x">"a"</script>'],
    [
      '<script type="text&#47;javascript">{{.x}}</script>',
      { x: "a" },
      '<script type="text&#47;javascript">"a"</script>',
    ],
    ['<script>"</{{.x}}>"</script>', { x: "script" }, '<script>"\\x3C/script>"</script>'],
    ["<script>'<{{.x}}<{{.c}}'</script>", { x: "!--", c: "script" }, "<script>'\\x3C!--\\x3Cscript'</script>"],
  ])("has what the value would do taken from it: %j", (template, data, output) => {
    expect(html(template, data)).toBe(output);
  });
});

const QUOTED = [
  "href",
  "src",
  "srcset",
  "imagesrcset",
  "action",
  "formaction",
  "data",
  "poster",
  "background",
  "ping",
  "cite",
];
const MORE = [
  "style",
  "class",
  "value",
  "content",
  "xlink:href",
  "dir",
  "alt",
  "data-url",
  "onclick",
  "ontoggle",
  "usemap",
];
const ELEMENTS = [
  "a",
  "img",
  "form",
  "button",
  "object",
  "embed",
  "base",
  "link",
  "video",
  "script",
  "meta",
  "td",
  "use",
  "mi",
];

/** Lists every attribute on many elements, and every other position at which a value may stand. */
const PLACES: readonly string[] = [
  ...REFUSED.flatMap(([, templates]) => templates),
  ...ACCEPTED.map(([template]) => template),
  ...[...QUOTED, ...MORE].flatMap((name, i) => {
    const element = ELEMENTS[i % ELEMENTS.length] ?? "a";
    return [
      `<${element} ${name}="{{.x}}">`,
      `<a ${name}='{{.x}}'>`,
      `<svg><image ${name}={{.x}}>`,
      `<${element} ${name}="a{{.x}}">`,
    ];
  }),
  ...[
    "textarea",
    "title",
    "xmp",
    "noembed",
    "noframes",
    "noscript",
    "iframe",
    "template",
    "plaintext",
    "style",
  ].flatMap((tag) => [
    `<${tag}>{{.x}}</${tag}>`,
    `<${tag}><p title="{{.x}}">{{.x}}</p></${tag}>`,
    `<svg><${tag}>{{.x}}</${tag}></svg>`,
    `<select><${tag}>{{.x}}</${tag}></select>`,
  ]),
  ...["", "type=module", "type=text/template", "type='text/{{.x}}'", "type='{{.x}}'", "type=application/json"].map(
    (type) => `<script ${type}>var a = {{.x}}</script>`,
  ),
  ...[
    "'{{.x}}'",
    '"{{.x}}"',
    "`{{.x}}`",
    "`${ {{.x}} }`",
    "/{{.x}}/",
    "/[a]{{.x}}/",
    "// {{.x}}",
    "/* {{.x}} */",
    "f({{.x}})",
  ].flatMap((code) => [`<script>var a = ${code}</script>`, `<b onclick='var a = ${code.replaceAll("'", "&#39;")}'>`]),
  ...[
    "{{.x}}",
    "<!-- {{.x}} -->",
    "<!DOCTYPE {{.x}}>",
    "<b {{.x}}>",
    "<b {{.x}}=a>",
    "<![CDATA[{{.x}}]]>",
    "<p>&{{.x}};",
    "<{{.x}}>",
    "</{{.x}}>",
  ],
  ...["p{color:{{.x}}}", "p{background:url('{{.x}}')}", "p{b:url({{.x}})}", '@import "{{.x}}";', "{{.x}}{}"].map(
    (css) => `<style>${css}</style>`,
  ),
];

const VALUES: readonly string[] = [
  ...[
    "alert(1)",
    "'-alert(1)-'",
    '"-alert(1)-"',
    "`-alert(1)-`",
    "${alert(1)}",
    "\\'-alert(1)//",
    "*/alert(1)/*",
    "\nalert(1)//",
  ],
  ...[
    "\u2028alert(1)//",
    "]/.test(alert(1))",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "-->",
    "--!>",
    "]]>",
  ],
  ...[
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "&#106;avascript:alert(1)",
  ],
  ...[
    "avascript:alert(1)",
    "script:alert(1)",
    ":alert(1)",
    "%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:a",
  ],
  ...[
    '" onmouseover=alert(1) x="',
    "' onmouseover='alert(1)",
    "x onerror=alert(1)",
    "><svg onload=alert(1)>",
    "/><svg onload=alert(1)>",
  ],
  ...[
    "onclick",
    "nclick",
    "href",
    "ref",
    "cript",
    "srcdoc",
    "style",
    "to",
    "/href",
    "http-equiv",
    "0;url=javascript:alert(1)",
  ],
  ...[
    "</textarea><svg onload=alert(1)>",
    "</style><svg onload=alert(1)>",
    "</noscript><svg onload=alert(1)>",
    "</xmp><b>",
    "</svg><b>",
  ],
  ...[
    "\0<script>",
    "\ud800<b>",
    "&lt;script&gt;",
    "a 1x, javascript:alert(1)",
    "\\65xpression(alert(1))",
    "}b{c:url(//d)}",
    "a",
  ],
];

/** At these positions values are names. A test above covers them. */
const IS_NAME = /<\w+ ?\{\{\.x\}\}|data-\{\{\.x/;

describe("whatever the value, a browser sees the same elements, attributes and scripts", () => {
  const accepted = PLACES.filter((template) => refusal(template) === "accepted" && !IS_NAME.test(template));
  it("covers enough places", () => {
    expect(accepted.length).toBeGreaterThan(150);
  });
  it.each(accepted)("in %j", (place) => {
    const template = parse(place, undefined, { escape: "html" });
    const view = (x: string, c: string, scripting: boolean) =>
      browserView(`<!DOCTYPE html><p>${render(template, { x, c })}`, scripting);
    for (const c of /\.c|range/.test(place) ? ["", "d"] : [""]) {
      for (const scripting of [true, false]) {
        const harmless = view("b", c, scripting);
        expect(harmless.scriptUrls).toEqual([]);
        for (const x of VALUES) expect(view(x, c, scripting), x).toEqual(harmless);
      }
    }
  });
});
