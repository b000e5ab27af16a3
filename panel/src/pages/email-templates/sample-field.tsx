import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { isJsonSample, jsonOf, readJson } from "./samples.ts";

interface SampleFieldProps {
  readonly name: string;
  readonly value: unknown;
  /** Says what the value is for. */
  readonly what?: string;
  readonly onChange: (value: unknown) => void;
}

/** A sample value: a text, or JSON for a number, a list or an object. */
export function SampleField({ name, value, what = "Sample value", onChange }: SampleFieldProps) {
  const [isJson, setJson] = useState(isJsonSample(value));
  const [typed, setTyped] = useState<string>();
  const asJson = isJson || isJsonSample(value);
  const text = typed ?? jsonOf(value);
  const read = readJson(text);
  const type = (next: string) => {
    setTyped(next);
    // A text that is not JSON yet stays in the field only, and the preview keeps using the last value that was JSON.
    const wanted = readJson(next);
    if ("value" in wanted) onChange(wanted.value);
  };
  const change = () => {
    setTyped(undefined);
    setJson(!asJson);
    const wanted = readJson(String(value ?? ""));
    if (asJson) onChange(text);
    // If a person writes a list as a text, the list is meant.
    else if ("value" in wanted && isJsonSample(wanted.value)) onChange(wanted.value);
  };
  return (
    <span className="row">
      <TextInput
        className={asJson ? "cell grow mono" : "cell grow"}
        aria-label={`${what} of ${name}`}
        placeholder={asJson ? '["Tea", "Coffee"]' : `no ${what.toLowerCase()}`}
        autoComplete="off"
        value={asJson ? text : String(value ?? "")}
        error={asJson && "problem" in read ? read.problem : undefined}
        onChange={({ target }) => (asJson ? type(target.value) : onChange(target.value))}
      />
      <Button isSmall onClick={change} aria-label={`Give ${name} as ${asJson ? "text" : "JSON"}`}>
        {asJson ? "JSON" : "Text"}
      </Button>
    </span>
  );
}
