import { HTTP_API, PRESETS } from "./presets.ts";

interface PresetTilesProps {
  readonly chosen: string;
  /** Says whether the HTTP API of a provider is offered. */
  readonly hasHttpApi: boolean;
  readonly onChange: (preset: string) => void;
}

/** Shows the radio buttons as tiles. */
export const PresetTiles = ({ chosen, hasHttpApi, onChange }: PresetTilesProps) => (
  <fieldset className="tiles">
    <legend>Provider</legend>
    <div className="presets">
      {[...PRESETS, ...(hasHttpApi ? [HTTP_API] : [])].map(({ id, name, about }) => (
        <label key={id} className="preset">
          <input type="radio" name="preset" value={id} checked={id === chosen} onChange={() => onChange(id)} />
          <span className="b cut block">{name}</span>
          <span className="s t3 cut block">{about}</span>
        </label>
      ))}
    </div>
  </fieldset>
);
