/** Go 1.27 escapes these templates, but a browser could run a value in them. Our messages replace Go's answers. */
export const STRICTER: ReadonlyMap<string, string> = new Map([
  ['<a href="javascript:{{.x}}">', "{{.x}} appears in a URL that runs what it holds"],
  ['<iframe srcdoc="{{.x}}">', "{{.x}} appears in an attribute that takes no value"],
  [
    '<meta http-equiv=refresh content="0;URL = {{.x}};{{.x}}">',
    "a value in the content of a <meta> that may have an http-equiv or no name",
  ],
  ['<meta content="{{.x}}">', "a value in the content of a <meta> that may have an http-equiv or no name"],
  [
    '<meta content="0;url={{.x}};{{.y}}"><p>{{.x}}',
    "a value in the content of a <meta> that may have an http-equiv or no name",
  ],
  ["<meta content={{.x}}>", "a value in the content of a <meta> that may have an http-equiv or no name"],
  ["<script{{.x}}>a</script>", "the name of a tag goes on, and may become one of a script or a style"],
  [
    '<style>\\\\{{/* c */}}color: \\22 \\22 //*/</style><a href="javascript:#}{{urlquery .x .y}}http://#{{.x}}">',
    "{{urlquery .x .y}} appears in a URL that runs what it holds",
  ],
  [
    '<a href="b%20#{{if .x}}\\3f<title>mailto:{{else if .y}}&#63;{{end}}  + "><a href="{{html .x}}javascript:{{.x}}b%20">',
    "the protocol of a URL is made of a value",
  ],
  [
    "<style>background: url(</style{{.x | urlquery}}{{.x}}{{'a'}}{{/* c */}}'</style>",
    "an end tag that is not complete",
  ],
  [
    '<a href="{{.x}}:&#63;https://x/">{{html .x}}<a onclick="if(a){{.x}}&#39;{{range $i, $e := .}}{{$e}}a&quot;{{end}}{{"lit\'\\"<"}}{{.x}}">',
    "the protocol of a URL is made of a value",
  ],
]);
