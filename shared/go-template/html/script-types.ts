/**
 * The content of a `<script>` with one of these types is read as JavaScript. JSON is included, since it is a part of
 * JavaScript.
 */
const SCRIPT_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/ecmascript",
  "application/javascript",
  "application/json",
  "application/ld+json",
  "application/x-ecmascript",
  "application/x-javascript",
  "module",
  "text/ecmascript",
  "text/javascript",
  "text/javascript1.0",
  "text/javascript1.1",
  "text/javascript1.2",
  "text/javascript1.3",
  "text/javascript1.4",
  "text/javascript1.5",
  "text/jscript",
  "text/livescript",
  "text/x-ecmascript",
  "text/x-javascript",
]);

/** Tells whether the `type` of a `<script>` means JavaScript. What follows a semicolon is ignored. */
export function isScriptType(type: string): boolean {
  const [essence = ""] = type.split(";", 1);
  return SCRIPT_TYPES.has(essence.toLowerCase().trim());
}
