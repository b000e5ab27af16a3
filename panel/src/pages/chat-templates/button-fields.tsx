import { Button } from "../../components/button.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import type { DraftFieldsProps } from "./definition-fields.tsx";
import { BUTTONS, choiceOf, type DraftButton, MAX_BUTTONS, newButton } from "./template-draft.ts";

export function ButtonFields({ draft, onChange }: DraftFieldsProps) {
  const { buttons } = draft;
  const change = (changed: DraftButton) =>
    onChange({ ...draft, buttons: buttons.map((one) => (one.key === changed.key ? changed : one)) });
  const nextKey = Math.max(0, ...buttons.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend>Buttons</legend>
      {buttons.map((button, index) => (
        <div key={button.key} className="wide stack sub-card">
          <div className="row-between">
            <p className="header-text">Button {index + 1}</p>
            <Button
              look="quiet"
              icon="close"
              aria-label={`Remove button ${index + 1}`}
              onClick={() => onChange({ ...draft, buttons: buttons.filter(({ key }) => key !== button.key) })}
            />
          </div>
          <OneButton button={button} onChange={change} />
        </div>
      ))}
      <div className="wide">
        {buttons.length < MAX_BUTTONS ? (
          <Button onClick={() => onChange({ ...draft, buttons: [...buttons, newButton(nextKey)] })}>
            Add a button
          </Button>
        ) : (
          <p className="t2">A template has at most {MAX_BUTTONS} buttons.</p>
        )}
      </div>
    </fieldset>
  );
}

interface OneButtonProps {
  readonly button: DraftButton;
  readonly onChange: (button: DraftButton) => void;
}

function OneButton({ button, onChange }: OneButtonProps) {
  const isAddress = button.type === "static_url" || button.type === "dynamic_url";
  return (
    <>
      <SelectField
        label="What it does"
        options={BUTTONS}
        value={button.type}
        onChange={(value) => onChange({ ...button, type: choiceOf(BUTTONS, value) })}
      />
      <TextField
        label="Text on it"
        required
        maxLength={25}
        value={button.text}
        onChange={({ target }) => onChange({ ...button, text: target.value })}
      />
      {button.type === "call" && (
        <TextField
          label="Number"
          type="tel"
          required
          placeholder="+14155550100"
          value={button.phone}
          onChange={({ target }) => onChange({ ...button, phone: target.value })}
        />
      )}
      {isAddress && (
        <TextField
          label="Address"
          required
          spellCheck={false}
          placeholder={button.type === "static_url" ? "https://shop.example" : "https://shop.example/orders/{{1}}"}
          value={button.url}
          onChange={({ target }) => onChange({ ...button, url: target.value })}
        />
      )}
      {button.type === "dynamic_url" && (
        <TextField
          label="Example of the ending"
          required
          value={button.example}
          onChange={({ target }) => onChange({ ...button, example: target.value })}
        />
      )}
    </>
  );
}
