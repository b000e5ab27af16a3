import { Select } from "@mantine/core";
import { useState } from "react";
import { useSettled } from "../../api/use-settled.ts";
import { TextArea } from "../../components/field.tsx";
import { linesOf } from "./account-draft.ts";
import { type FoundOwner, ownerText, useOwnerNames, useOwnerSearch } from "./use-owners.ts";
import "@mantine/core/styles/Combobox.layer.css";

interface OwnersFieldProps {
  readonly owners: readonly string[];
  readonly error: string | undefined;
}

/** Edits the owner ids, one per line, and shows their names. Where the identity provider has a directory, people can be searched. */
export function OwnersField({ owners, error }: OwnersFieldProps) {
  const [text, setText] = useState(owners.join("\n"));
  const ids = linesOf(text);
  const names = useOwnerNames(linesOf(useSettled(text)));
  const known = ids.filter((id) => names.has(id));
  return (
    <>
      <OwnerSearch chosen={ids} onChoose={(id) => setText([...ids, id].join("\n"))} />
      <TextArea
        name="owners"
        label="Owners"
        required
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={error}
        hint="The subject (sub) of each, one per line. The first one gets the messages of customers whom nobody holds."
      />
      {known.length > 0 && <p className="s t2">{known.map((id) => ownerText(id, names)).join(", ")}</p>}
    </>
  );
}

const labelOf = ({ id, name, email }: FoundOwner): string => [name, email, id].filter(Boolean).join(" · ");

interface OwnerSearchProps {
  readonly chosen: readonly string[];
  readonly onChoose: (id: string) => void;
}

/** Shown only where the identity provider has a searchable directory; otherwise ids are typed. */
function OwnerSearch({ chosen, onChoose }: OwnerSearchProps) {
  const [typed, setTyped] = useState("");
  const found = useOwnerSearch(useSettled(typed.trim()));
  if (found.data?.directory !== "user_pool") return null;
  const people = found.data.owners.filter(({ id }) => !chosen.includes(id));
  return (
    <Select
      label="Add an owner"
      placeholder="Name or address"
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={people.map((person) => ({ value: person.id, label: labelOf(person) }))}
      // The list shows all people that the service found, because the service has searched for the typed text already.
      filter={({ options }) => options}
      nothingFoundMessage="Nobody’s name or address begins so"
      onChange={(id) => {
        if (id !== null) onChoose(id);
        setTyped("");
      }}
    />
  );
}
