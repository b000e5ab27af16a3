import { SelectField, TextField } from "../../components/field.tsx";
import { CHANNEL_OPTIONS, type Filters, filtersIn, STATUS_OPTIONS } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const set = (name: string, value: string) => onChange(filtersIn(new URLSearchParams({ ...filters, [name]: value })));
  return (
    <search className="choices">
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={filters.status ?? ""}
        onChange={(value) => set("status", value)}
      />
      <SelectField
        label="Channel"
        options={CHANNEL_OPTIONS}
        value={filters.channel ?? ""}
        onChange={(value) => set("channel", value)}
      />
      <TextField
        label="Metadata"
        placeholder="order=42"
        isOptionalSaid={false}
        defaultValue={filters.metadata ?? ""}
        onBlur={({ target }) => set("metadata", target.value)}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && set("metadata", currentTarget.value)}
      />
    </search>
  );
}
