import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteLength, toBytes, toOutput } from "../../../shared/go-template/bytes.ts";
import { emailDialect } from "../../../shared/go-template/dialects.ts";
import { parse } from "../../../shared/go-template/go-template.ts";
import { renderAndName } from "../../../shared/go-template/text-template.ts";

const unit = fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.integer({ min: 0x20, max: 0x7e }));

describe("halves of surrogate pairs in data", () => {
  it.each(["{{range $k, $v := .o}}<p>{{$k}}</p>{{end}}", "{{range $k, $v := .o}}<a title='{{$k}}'>x</a>{{end}}"])(
    "become no markup that no escaper has seen: %s",
    (text) => {
      const template = parse(text, emailDialect, { escape: "html" });
      const render = (key: string) => renderAndName(template, {}, { json: { o: { [key]: 1 } } }).text;
      expect(render("\ud83cscript\ud83ealert(1)\udc3c/script\udc27")).toBe(
        render("\ufffdscript\ufffdalert(1)\ufffd/script\ufffd"),
      );
    },
  );

  it("have as many bytes as they are counted for", () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(toBytes(text).length).toBe(byteLength(text));
        const markup = (written: string) => [...written].filter((one) => /[ -~]/.test(one)).join("");
        expect(markup(toOutput(text))).toBe(markup(text));
      }),
    );
  });
});
