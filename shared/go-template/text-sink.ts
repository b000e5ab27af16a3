import { exceeded, LIMITS, type Meter, make, scan } from "./limits.ts";

/** A string that a function builds. Every piece is charged before it is added. */
export interface TextSink {
  readonly meter: Meter;
  text: string;
}

export function newSink(meter: Meter): TextSink {
  return { meter, text: "" };
}

export function put(sink: TextSink, piece: string): void {
  reserve(sink, piece.length);
  sink.text += piece;
}

/** Charges for `units` that the caller is about to add, for pieces that are large before they are added. */
export function reserve(sink: TextSink, units: number): void {
  if (sink.text.length + units > LIMITS.stringUnits) exceeded("a string longer than 1 MiB");
  scan(sink.meter, units);
  make(sink.meter, units);
}
