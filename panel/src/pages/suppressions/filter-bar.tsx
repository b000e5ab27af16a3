import { useRef } from "react";
import { ChoiceMenu, chosenOf } from "../../components/choice-menu.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { type Filters, REASON_CHOICES } from "./suppression.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Readonly<Record<string, string>>, isTyping?: boolean) => void;
}

export function FilterBar({ filters: { q = "", reason }, onChange }: FilterBarProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => searchBox.current?.focus() });
  const changed = (names: { readonly q?: string; readonly reason?: string }) => ({ q, reason: reason ?? "", ...names });
  return (
    <search className="filters">
      <SearchBox
        ref={searchBox}
        value={q}
        label="Search suppressions"
        placeholder="Whole address or number"
        onChange={(text) => onChange(changed({ q: text }), true)}
      />
      <ChoiceMenu
        name="Reason"
        choices={REASON_CHOICES}
        chosen={chosenOf(reason)}
        onChange={([chosen = ""]) => onChange(changed({ reason: chosen }))}
      />
      {(q !== "" || reason) && (
        <button type="button" className="chip plain" onClick={() => onChange({})}>
          Clear
        </button>
      )}
    </search>
  );
}
