/** Contains the value of one period, or undefined if there is none. */
export type Value = number | undefined;

type Values = (id: string) => Value;
type Operator = (left: number, right: number) => number;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|!=|>=|<=|&&|\|\||[-+*/<>(),]))/y;

const truth = (isTrue: boolean): number => (isTrue ? 1 : 0);

/** Lists operators from the loosest to the tightest binding. */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  { OR: (a, b) => truth(a !== 0 || b !== 0), "||": (a, b) => truth(a !== 0 || b !== 0) },
  { AND: (a, b) => truth(a !== 0 && b !== 0), "&&": (a, b) => truth(a !== 0 && b !== 0) },
  {
    "==": (a, b) => truth(a === b),
    "!=": (a, b) => truth(a !== b),
    ">": (a, b) => truth(a > b),
    "<": (a, b) => truth(a < b),
    ">=": (a, b) => truth(a >= b),
    "<=": (a, b) => truth(a <= b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => a / b },
];

const FUNCTIONS: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  FILL: (value, filled) => value ?? filled,
  IF: (condition, then, otherwise) => (condition === undefined ? undefined : condition === 0 ? otherwise : then),
};

/**
 * Computes an expression of metric math for one period (CloudWatch User Guide, "Using math expressions"). An operator
 * with a missing operand has no value. Throws for anything that is not supported here.
 */
export function metricMath(expression: string, values: Values): Value {
  const reader = new Reader(tokensOf(expression), values);
  const value = reader.level(0);
  reader.end();
  return value;
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < expression.trimEnd().length; end = TOKEN.lastIndex) {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(expression);
    if (found === null) throw new Error(`the expression ${expression} is not known here from ${expression.slice(end)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #values: Values;
  #at = 0;

  constructor(tokens: readonly string[], values: Values) {
    this.#tokens = tokens;
    this.#values = values;
  }

  level(depth: number): Value {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.#operand();
    let left = this.level(depth + 1);
    for (;;) {
      const operator = operators[this.#tokens[this.#at] ?? ""];
      if (operator === undefined) return left;
      this.#at += 1;
      const right = this.level(depth + 1);
      left = left === undefined || right === undefined ? undefined : operator(left, right);
    }
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new Error(`${this.#tokens[this.#at]} is not expected in an expression`);
  }

  #operand(): Value {
    const token = this.#next();
    if (/^\d/.test(token)) return Number(token);
    if (token === "(") {
      const value = this.level(0);
      this.#expect(")");
      return value;
    }
    return this.#tokens[this.#at] === "(" ? this.#call(token) : this.#values(token);
  }

  #call(name: string): Value {
    const run = FUNCTIONS[name];
    if (run === undefined) throw new Error(`the function ${name} is not known here`);
    const given: Value[] = [];
    do {
      this.#at += 1;
      given.push(this.level(0));
    } while (this.#tokens[this.#at] === ",");
    this.#expect(")");
    return run(...given);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error("the expression ends too early");
    this.#at += 1;
    return token;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new Error(`${found} stands where ${token} is expected`);
  }
}
