import { TextInput } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { useSettled } from "../api/use-settled.ts";
import { Icon } from "./icon.tsx";

const MAX_TEXT = 200;

interface SearchBoxProps {
  readonly ref: Ref<HTMLInputElement>;
  /** The search text in the address. */
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly isShort?: boolean;
  readonly onChange: (text: string) => void;
}

/** Searches after a short pause in typing, and at once on Enter. */
export function SearchBox({ ref, value, label, placeholder, isShort = false, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  const asked = useRef(value);
  const ask = (text: string) => {
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    onChange(text.trim());
  };
  // The address also changes without typing: by Back, by a link, or when all filters are cleared.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a settled text starts a search
  useEffect(() => {
    if (settled === typed) ask(settled);
  }, [settled]);
  return (
    <TextInput
      ref={ref}
      type="search"
      className={isShort ? "searchbox short" : "searchbox"}
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_TEXT}
      leftSection={<Icon name="search" />}
      rightSection={typed === "" ? <kbd className="kbd desk">/</kbd> : undefined}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") ask(typed);
        if (key === "Escape") currentTarget.blur();
      }}
    />
  );
}
