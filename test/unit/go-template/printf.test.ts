import { describe, expect, it } from "vitest";
import { show } from "./vectors.ts";

const DATA = { b: "x y", a: "é" };

/** Each row contains arguments as a template writes them, and the output of Go. */
const ROWS: readonly (readonly [args: string, shown: string])[] = [
  ['"%v %+v %#v %T" "a" "a" "a" "a"', 'a a "a" string'],
  ['"%v %+v %#v %T" . . . .', 'map[a:é b:x y] map[a:é b:x y] map[string]string{"a":"é", "b":"x y"} map[string]string'],
  ['"%#v %#v %#x %v" (index "a" 0) 1 (index "a" 0) (index "a" 0)', "0x61 1 0x61 97"],
  [
    '"%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%O|%#o|%b|%#b" 42 42 42 42 42 42 42 42 42 42 42 42 5 5',
    "42|   42|42   |00042|+42| 42|2a|2A|0x2a|52|0o52|052|101|0b101",
  ],
  ['"%.5d|%8.5d|%-8.5d|%08.5d|%.0d|%5.0d|" 42 42 42 42 0 0', "00042|   00042|00042   |   00042||     |"],
  ['"%+05d|%-05d|% 05d|%05d|%#08x|%x" 7 7 7 -7 255 -255', "+0007|7    | 0007|-0007|0x000000ff|-ff"],
  [
    '"%c|%5c|%-5c|%05c|%q|%+q|%#q|%U|%#U|%.6U|%10U|%-10U|" 233 233 233 233 233 233 233 233 233 233 233 233',
    "é|    é|é    |0000é|'é'|'\\u00e9'|'é'|U+00E9|U+00E9 'é'|U+0000E9|    U+00E9|U+00E9    |",
  ],
  ['"%c %q %U %c %q %#U" -1 -1 -1 55296 1114112 10', "\ufffd '\ufffd' U+FFFFFFFFFFFFFFFF \ufffd '\ufffd' U+000A"],
  ['"%q %q %q %q" 39 10 7 127', "'\\'' '\\n' '\\a' '\\x7f'"],
  [
    '"%s|%5s|%-5s|%05s|%.1s|%5.1s|%q|%+q|%#q|%x|%X|% x|%#x|% #x" "é" "é" "é" "é" "éa" "éa" "é" "é" "é" "é" "é" "é" "é" "é"',
    'é|    é|é    |0000é|é|    é|"é"|"\\u00e9"|`é`|c3a9|C3A9|c3 a9|0xc3a9|0xc3 0xa9',
  ],
  ['"%#q %#q %#q %#q" "a`b" "a\\tb" "a\\nb" "\\xff"', '"a`b" `a\tb` "a\\nb" "\\xff"'],
  ['"%.1x|%8x|%-8x|%08x|%x|%5x|%#x|" "ab" "ab" "ab" "ab" "" "" ""', "61|    6162|6162    |00006162||     ||"],
  ['"%t|%6t|%-6t|%q|%d" true true false true false', "true|  true|false |%!q(bool=true)|%!d(bool=false)"],
  [
    '"%e|%E|%f|%F|%g|%G|%.2e|%.0f|%.3g|%8.2f|%-8.2f|%08.2f|%+.1f|% .1f" 1.5 1.5 1.5 1.5 1.5 1e21 1234.5678 2.5 1234.5678 -1.5 1.5 -1.5 1.5 1.5',
    "1.500000e+00|1.500000E+00|1.500000|1.500000|1.5|1E+21|1.23e+03|2|1.23e+03|   -1.50|1.50    |-0001.50|+1.5| 1.5",
  ],
  [
    '"%#g|%#e|%#.0f|%#.3g|%#x|%#g|%#G" 1.0 1.0 1.0 1.0 1.0 1e-7 0.0',
    "1.00000|1.000000e+00|1.|1.00|0x1.0000p+00|1.00000e-07|0.00000",
  ],
  [
    '"%x|%X|%.1x|%.0x|%b|%x|%b" 1.5 -0.1 1.999 1.5 1.5 0.0 5e-324',
    "0x1.8p+00|-0X1.999999999999AP-04|0x1.0p+01|0x1p+01|6755399441055744p-52|0x0p+00|1p-1074",
  ],
  [
    '"%g %g %g %g %g %g" 100000.0 1000000.0 0.0001 0.00001 123456789.0 5e-324',
    "100000 1e+06 0.0001 1e-05 1.23456789e+08 5e-324",
  ],
  ['"%.0f %.0f %.0f %.1f %.1f %.2e %.0e" 0.5 1.5 2.5 0.25 0.35 1.125 0.5', "0 2 2 0.2 0.3 1.12e+00 5e-01"],
  ['"%.3f %.1f %.0f %.20f" 9.9996 0.96 99.5 0.1', "10.000 1.0 100 0.10000000000000000555"],
  [
    '"%v %.1f %+v %8.1f %x %d" 1+2i 1.25-2.35i 1i 1i 1i 1i',
    "(1+2i) (1.2-2.4i) (0+1i) (     0.0    +1.0i) (0x0p+00+0x1p+00i) %!d(complex128=(0+1i))",
  ],
  ['"%s|%d|%v|%5v|%T|%5T|" nil nil nil nil nil nil', "%!s(<nil>)|%!d(<nil>)|<nil>|<nil>|<nil>|<nil>|"],
  ['"%8T|%-8T|%.2T|%T" 1 1 1 2i', "     int|int     |in|complex128"],
  ['"%z %!d %é %y" 1 2 3 "s"', "%!z(int=1) %!!(int=2)d %!é(int=3) %!y(string=s)"],
  ['"%5z|%+z|%#z|%w|%#w" 1 1 "s" "a" "a"', '%!z(int=    1)|%!z(int=+1)|%!z(string=s)|%!w(string=a)|%!w(string="a")'],
  ['"%d %d" 1', "1 %!d(MISSING)"],
  ['"x" 1 "a" nil 1.5', "x%!(EXTRA int=1, string=a, <nil>, float64=1.5)"],
  ['"%[2]d %[1]d|%d" 1 2', "2 1|2"],
  [
    '"%[3]d %[x]d %[]d %[0]d %[-1]d %[2]" 1 2',
    "%!d(BADINDEX) %!d(BADINDEX) %!d(BADINDEX) %!d(BADINDEX) %!d(BADINDEX) %!(NOVERB)",
  ],
  ['"%[" 1', "%!(NOVERB)"],
  ['"%[]" 1', "%!](BADINDEX)"],
  ['"%[1" 1', "%!(NOVERB)"],
  ['"%[1]5d|%[1].2d|%[2]*[1]d|%-[2]*[1]d|%[1]*d" 7 3 9', "%!d(BADINDEX)|%!d(BADINDEX)|  7|7  |      3"],
  [
    '"%*d|%-*d|%*d|%.*f|%*.*f|%.*d" 5 42 5 42 -5 42 2 3.14159 8 1 3.14159 -1 7',
    "   42|42   |42   |3.14|     3.1|%!(BADPREC)7",
  ],
  [
    '"%*d|%*d|%.*d|%*d" "x" 1 1000001 2 nil 3 1000000000000 4',
    "%!(BADWIDTH)1|%!(BADWIDTH)2|%!(BADPREC)3|%!(BADWIDTH)4",
  ],
  ['"%*d %.*d" 1', "%!d(MISSING) %!(BADPREC)%!d(MISSING)"],
  ['"%0*d|%*x" -4 5 (index "\\x04" 0) 255', "5   |  ff"],
  ['"%100000000d|%d" 1 2', "%!(NOVERB)%!(EXTRA int=1, int=2)"],
  ['"%.|%.d|%" 1 2', "%!|(int=1)2|%!(NOVERB)"],
  ['"%5%|%-5%|%%|%.2%" 1', "%|%|%|%%!(EXTRA int=1)"],
  [
    '"%s %q %x %d" . . . .',
    'map[a:é b:x y] map["a":"é" "b":"x y"] map[61:c3a9 62:782079] map[%!d(string=a):%!d(string=é) %!d(string=b):%!d(string=x y)]',
  ],
  ['"%5s|%.1s" . .', "map[    a:    é     b:  x y]|map[a:é b:x]"],
  ['"%s%s" "\\xc3" "\\xa9"', "é"],
  ['"\\xc3%s" "\\xa9"', "é"],
  ['"%.1s|%3s|%q" "\\xff\\xfe" "\\xff" "\\xff"', '\ufffd|  \ufffd|"\\xff"'],
];

describe("printf", () => {
  it.each(ROWS)("%s", (args, shown) => {
    expect(show(`{{printf ${args}}}`, DATA)).toBe(shown);
  });
});

describe("print and println", () => {
  it.each([
    [
      '{{print 1 2 "a" 3 "b" "c" 4 5 nil true 1.5 2i .}}',
      "1 2a3b c4 5 <nil> true 1.5 (0+2i) map[a:é b:x y]".replace("b c", "bc"),
    ],
    ['{{println 1 "a"}}{{println}}{{println nil}}', "1 a\n\n<nil>\n"],
    [
      "{{print}}|{{print .missing}}|{{print nil nil}}|{{1.0}} {{1e6}} {{-0.0}} {{2i}} {{true}}",
      "|<nil>|<nil> <nil>|1 1e+06 -0 (0+2i) true",
    ],
  ])("%s", (template, shown) => {
    expect(show(template, DATA)).toBe(shown);
  });
});

describe("number literals", () => {
  it.each([
    ["{{0x1F}} {{-0x1f}} {{0b101}} {{0o17}} {{017}} {{1_000}} {{0x_f}} {{+5}} {{00}}", "31 -31 5 15 15 1000 15 5 0"],
    ['{{printf "%T %T %T %T %T" 1 1e3 0x1e -0x1e 1_0.5}}', "int float64 int float64 float64"],
    [
      "{{0x1p4}} {{0x1.8p1}} {{0X.8P+1}} {{0x1p-1074}} {{0x1.fffffffffffff8p0}} {{0x1p1023}}",
      "16 3 1 5e-324 2 8.98846567431158e+307",
    ],
    [
      "{{0x1.00000000000008p0}} {{0x1.00000000000018p0}} {{0x1.000000000000080000000000001p0}} {{0x0p5}}",
      "1 1.0000000000000004 1.0000000000000002 0",
    ],
    [
      "{{1.5i}} {{1e2+0x1p1i}} {{-1-1i}} {{1e-3+1i}} {{017i}} {{0i}}",
      "(0+1.5i) (100+2i) (-1-1i) (0.001+1i) (0+17i) (0+0i)",
    ],
    [
      "{{'a'}} {{'\\''}} {{'\\n'}} {{'\\x41'}} {{'\\101'}} {{'\\u00e9'}} {{'日'}} {{'\\U0001F600'}} {{'😀'}}",
      "97 39 10 65 65 233 26085 128512 128512",
    ],
    [
      "{{18446744073709551615}}",
      'template: x:1:2: executing "x" at <18446744073709551615>: 18446744073709551615 overflows int',
    ],
    ["{{18446744073709551616}}", 'template: x:1: integer overflow: "18446744073709551616"'],
    ["{{-9223372036854775808}} {{9223372036854775807}}", "-9223372036854775808 9223372036854775807"],
    ["{{-9223372036854775809}}", 'template: x:1: integer overflow: "-9223372036854775809"'],
    ["{{08}}", 'template: x:1: integer overflow: "08"'],
    ["{{1e400}}", 'template: x:1: illegal number syntax: "1e400"'],
    ["{{0x1p1024}}", 'template: x:1: illegal number syntax: "0x1p1024"'],
    ["{{0x1p99999}}", 'template: x:1: illegal number syntax: "0x1p99999"'],
    ["{{1e-400}} {{0x1p-2000}}", "0 0"],
    ["{{1__0}}", 'template: x:1: illegal number syntax: "1__0"'],
    ["{{1_}}", 'template: x:1: illegal number syntax: "1_"'],
    ["{{1_.5}}", 'template: x:1: illegal number syntax: "1_.5"'],
    ["{{0x.p1}}", 'template: x:1: illegal number syntax: "0x.p1"'],
    ["{{0x1.8}}", 'template: x:1: illegal number syntax: "0x1.8"'],
    ["{{1e+}}", 'template: x:1: illegal number syntax: "1e+"'],
    ["{{+}}", 'template: x:1: illegal number syntax: "+"'],
    ["{{1i+2i}}", "template: x:1: syntax error scanning complex number"],
    ["{{0b1+2i}}", "template: x:1: syntax error scanning complex number"],
    ["{{1+2}}", 'template: x:1: bad number syntax: "1+2"'],
    ["{{0b2}}", 'template: x:1: bad number syntax: "0b2"'],
    ["{{1é}}", 'template: x:1: bad number syntax: "1é"'],
    ["{{'ab'}}", "template: x:1: malformed character constant: 'ab'"],
    ["{{''}}", "template: x:1: invalid syntax"],
    ["{{'\\\"'}}", "template: x:1: invalid syntax"],
    ["{{'\\400'}}", "template: x:1: invalid syntax"],
    ['{{"\\ud800"}}', "template: x:1: invalid syntax"],
    ['{{"\\U00110000"}}', "template: x:1: invalid syntax"],
    ['{{"\\x4"}}', "template: x:1: invalid syntax"],
    ['{{"\\\'"}}', "template: x:1: invalid syntax"],
    [
      '{{"\\a\\b\\f\\n\\r\\t\\v\\\\\\"\\101\\x41\\u0041\\U00000041" | printf "%q"}}',
      '"\\a\\b\\f\\n\\r\\t\\v\\\\\\"AAAA"',
    ],
    ["{{`a\r\nb\\n`}}", "a\nb\\n"],
  ])("%s", (template, shown) => {
    expect(show(template)).toBe(shown);
  });
});
