import { put, reserve, type TextSink } from "../text-sink.ts";
import { runeCount } from "./quote.ts";

/** The flags of one verb and the text that is being written. It corresponds to the state of Go's fmt. */
export interface Printer {
  readonly sink: TextSink;
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  /** `%+v` and `%#v` ask for another form of the value, not for a sign or a prefix. */
  plusV: boolean;
  sharpV: boolean;
  /** The width of the verb; 0 when none was given. */
  width: number;
  /** The precision of the verb; -1 when none was given. */
  precision: number;
}

export function newPrinter(sink: TextSink): Printer {
  return {
    sink,
    plus: false,
    minus: false,
    sharp: false,
    space: false,
    zero: false,
    plusV: false,
    sharpV: false,
    width: 0,
    precision: -1,
  };
}

export function clearFlags(printer: Printer): void {
  printer.plus = false;
  printer.minus = false;
  printer.sharp = false;
  printer.space = false;
  printer.zero = false;
  printer.plusV = false;
  printer.sharpV = false;
  printer.width = 0;
  printer.precision = -1;
}

export function write(printer: Printer, text: string): void {
  put(printer.sink, text);
}

/** Pads to the width, which counts characters. Zeros are added only on the left and only when asked for. */
export function pad(printer: Printer, text: string, withZeros = printer.zero): void {
  const missing = printer.width === 0 ? 0 : printer.width - runeCount(text);
  if (missing <= 0) write(printer, text);
  else if (printer.minus) {
    write(printer, text);
    writePadding(printer, missing, false);
  } else {
    writePadding(printer, missing, withZeros);
    write(printer, text);
  }
}

export function writePadding(printer: Printer, count: number, withZeros: boolean): void {
  if (count <= 0) return;
  reserve(printer.sink, count);
  printer.sink.text += (withZeros && !printer.minus ? "0" : " ").repeat(count);
}
