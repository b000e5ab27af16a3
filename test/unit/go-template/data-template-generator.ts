import { formatString, pick, type Random } from "./template-generator.ts";

/** The generated templates read these values. */
export const FUZZ_JSON: Readonly<Record<string, unknown>> = JSON.parse(`{
  "name": "Ada", "empty": "", "n": 42, "big": 1000000, "half": 0.5, "tiny": 1e-7, "huge": 1e21, "neg": -3, "zero": 0,
  "yes": true, "no": false, "none": null, "html": "<b>Tom & 'Jerry'</b> \\"q\\"", "uni": "żółć 日本 😀",
  "list": ["a", "b<", "c"], "nums": [3, 1.5, -2, 1000000], "mixed": [1, "two", null, true, [4, [5]], {"k": 6}],
  "nolist": [], "noobj": {},
  "items": [
    {"name": "Tea", "qty": 2, "price": 3.5, "tags": ["hot"]},
    {"name": "Cup & saucer", "qty": 1, "price": 12, "tags": []},
    {"name": null, "qty": 0}
  ],
  "order": {"id": "A-17", "total": 49.9, "paid": true, "note": null, "customer": {"name": "Ana <Å>", "tags": ["vip", "eu"]}},
  "obj": {"b": 2, "a": 1, "C": 3, "10": "x", "9": "y", "ż": null},
  "matrix": [[1, 2], [3, 4], []], "constructor": "c"
}`);

const LEAVES = "name empty n big half tiny huge neg zero yes no none html uni missing".split(" ");
const LISTS = "list nums mixed nolist items matrix".split(" ");
const OBJECTS = "order obj noobj order.customer".split(" ");
const DEEP =
  "order.id order.total order.paid order.note order.customer.name order.customer.tags order.x.y obj.a obj.ż".split(" ");
const WRONG = "none.x name.x n.x items.name order.note.x constructor __proto__ toString obj.constructor".split(" ");
const OF_ITEMS = "name qty price tags none name.x tags.x".split(" ");
const NUMBERS = ["3", "0", "1", "2", "42.0", "0.5", "-1", "1e6", "10"];
const FUNCTIONS = "len index slice print println html js urlquery not and or eq ne lt le gt ge printf".split(" ");
const TYPES = [
  "%v",
  "%+v",
  "%#v",
  "%s",
  "%q",
  "%d",
  "%x",
  "%T",
  "%t",
  "%6v|",
  "%.2f",
  "%e",
  "%g",
  "%08.3f",
  "%X",
  "%-8v|",
  "%c",
  "%U",
];

function path(random: Random): string {
  const choice = random();
  if (choice < 0.35) return `.${pick(random, LEAVES)}`;
  if (choice < 0.55) return `.${pick(random, LISTS)}`;
  if (choice < 0.68) return `.${pick(random, OBJECTS)}`;
  if (choice < 0.85) return `.${pick(random, DEEP)}`;
  return `.${pick(random, WRONG)}`;
}

/**
 * Writes an operand. `names` are the names beside the data's own paths that may be used at this position of the
 * template.
 */
function operand(random: Random, names: readonly string[], depth: number): string {
  const choice = random();
  if (names.length > 0 && choice < 0.45) return pick(random, names);
  if (choice < 0.75) return `$${path(random)}`;
  if (choice < 0.82) return pick(random, NUMBERS);
  if (choice < 0.88) return pick(random, ['"a"', '"name"', '"%v"', '""', "true", "nil"]);
  return depth > 0 ? `(${call(random, names, depth - 1)})${random() < 0.2 ? ".name" : ""}` : "$.n";
}

function call(random: Random, names: readonly string[], depth: number): string {
  const choice = random();
  if (choice < 0.25) return operand(random, names, depth);
  if (choice < 0.5) {
    const format = random() < 0.8 ? JSON.stringify(pick(random, TYPES)) : formatString(random);
    return `printf ${format} ${operand(random, names, depth)}`;
  }
  if (choice < 0.62) return `index ${operand(random, names, depth)} ${operand(random, names, depth)}`;
  const operands = Array.from({ length: 1 + Math.floor(random() * 2) }, () => operand(random, names, depth));
  const stage = random() < 0.15 ? ` | ${pick(random, ["print", "html", "len", 'printf "%v"', "js", "not"])}` : "";
  return `${pick(random, FUNCTIONS)} ${operands.join(" ")}${stage}`;
}

const RANGES = [
  ["", [".", ".name", ".qty", ".price", ".tags", ".a"]],
  ["$x := ", [".", "$x", "$x.name", "$x.qty", "$x.none"]],
  ["$i, $x := ", ["$i", "$x", "$x.name", "$x.tags", "."]],
] as const;

function piece(random: Random, names: readonly string[], depth: number): string {
  const choice = random();
  if (depth <= 0 || choice < 0.55) return `{{${call(random, names, 2)}}}`;
  const otherwise = random() < 0.3 ? `{{else}}${dataTemplate(random, names, depth - 1)}` : "";
  if (choice < 0.78) {
    const [declared, inside] = pick(random, RANGES);
    const over =
      random() < 0.9 ? `$.${pick(random, [...LISTS, ...LISTS, ...OBJECTS, ...LEAVES])}` : operand(random, names, 1);
    return `{{range ${declared}${over}}}${dataTemplate(random, inside, depth - 1)},${otherwise}{{end}}`;
  }
  const body = `${dataTemplate(random, choice < 0.9 ? [".", ...OF_ITEMS.map((one) => `.${one}`)] : names, depth - 1)}${otherwise}`;
  if (choice < 0.9) return `{{with ${operand(random, names, 1)}}}${body}{{end}}`;
  if (choice < 0.95) return `{{if ${call(random, names, 1)}}}${body}{{end}}`;
  return `{{$v := ${operand(random, names, 1)}}}{{$v}}{{$v.name}}`;
}

/** Writes a template that reads `FUZZ_JSON`, correctly and incorrectly. */
export function dataTemplate(random: Random, names: readonly string[] = [], depth = 2): string {
  const count = 1 + Math.floor(random() * 2);
  return Array.from({ length: count }, () => piece(random, names, depth)).join(" ");
}
