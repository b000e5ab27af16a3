import type { Ref } from "react";
import { ChoiceMenu, chosenOf } from "../../components/choice-menu.tsx";
import { Icon } from "../../components/icon.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { useToast } from "../../components/toast.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import { STATUS_TEXT, STATUSES } from "../../explain/statuses.ts";
import { useNow } from "../../session/use-now.ts";
import { CHANNELS, type Filters, filtersIn, isFiltered, PERIODS, searchOf } from "./filters.ts";
import { useAccountChoices, useReasonChoices, useTemplateChoices } from "./use-choices.ts";

interface FilterBarProps {
  readonly searchRef: Ref<HTMLInputElement>;
  readonly filters: Filters;
  /** True while a notification is open beside the list, which leaves less room. */
  readonly isShort: boolean;
  readonly onChange: (filters: Filters, isTyping?: boolean) => void;
}

const STATUS_CHOICES = STATUSES.map((status) => ({ value: status, label: STATUS_TEXT[status].label }));

/** Each filter shows its value, and the address contains all of them. */
export function FilterBar({ searchRef, filters, isShort, onChange }: FilterBarProps) {
  const toast = useToast();
  const now = useNow();
  const accounts = useAccountChoices(filters);
  const templates = useTemplateChoices(filters);
  const changed = (names: Record<string, string>) => filtersIn(new URLSearchParams({ ...searchOf(filters), ...names }));
  const set = (name: keyof Filters) => (chosen: readonly string[]) => onChange(changed({ [name]: chosen.join(",") }));
  const clear = () => {
    onChange({});
    toast("The filters are cleared", { undo: () => onChange(filters) });
  };
  const { q = "", status = [], channel, account_id: account, template_id: template, metadata } = filters;
  return (
    <search className="filters">
      <SearchBox
        ref={searchRef}
        value={q}
        label="Search notifications"
        placeholder={isShort ? "Recipient, subject or id" : "Recipient, subject word, id or metadata"}
        isShort={isShort}
        onChange={(text) => onChange(changed({ q: text }), true)}
      />
      <ChoiceMenu
        name="Period"
        choices={PERIODS}
        chosen={chosenPeriod(filters)}
        chosenText={momentsText(filters, now)}
        onChange={([period = ""]) => onChange(changed({ period, since: "", until: "" }))}
      />
      <ChoiceMenu name="Status" isMany choices={STATUS_CHOICES} chosen={status} onChange={set("status")} />
      <ReasonMenu {...{ filters, isShort }} onChange={set("reason")} />
      <ChoiceMenu name="Channel" choices={CHANNELS} chosen={chosenOf(channel)} onChange={set("channel")} />
      {(!isShort || template) && (
        <ChoiceMenu
          name="Template"
          choices={templates.choices}
          chosen={chosenOf(template)}
          onOpen={templates.load}
          onChange={set("template_id")}
        />
      )}
      {(!isShort || account) && (
        <ChoiceMenu
          name="Account"
          choices={accounts.choices}
          chosen={chosenOf(account)}
          onOpen={accounts.load}
          onChange={set("account_id")}
        />
      )}
      {metadata && (
        <button type="button" className="chip" data-on onClick={() => set("metadata")([])}>
          Metadata <span className="t2 cut">{metadata}</span>
          <Icon name="close" size={14} />
          <span className="vh">, take the filter away</span>
        </button>
      )}
      {isFiltered(filters) && (
        <button type="button" className="chip plain" onClick={clear}>
          Clear
        </button>
      )}
    </search>
  );
}

interface ReasonMenuProps extends Pick<FilterBarProps, "filters" | "isShort"> {
  readonly onChange: (chosen: readonly string[]) => void;
}

function ReasonMenu({ filters, isShort, onChange }: ReasonMenuProps) {
  const { choices, load } = useReasonChoices(filters);
  const { reason } = filters;
  if (isShort && !reason) return null;
  return <ChoiceMenu name="Reason" chosen={reason ? [reason] : []} onOpen={load} {...{ choices, onChange }} />;
}

const chosenPeriod = ({ period, since, until }: Filters): readonly string[] =>
  [period ?? since ?? until].filter((one) => one !== undefined);

/** Exact times come from links in figures and charts, so they are only shown here. */
function momentsText({ since, until }: Filters, now: number): string | undefined {
  if (since && until) return `${clockTime(since, now)} to ${clockTime(until, now)}`;
  if (since) return `since ${clockTime(since, now)}`;
  return until && `before ${clockTime(until, now)}`;
}
