import { useState } from "react";

type Samples = Readonly<Record<string, string>>;

const keyOf = (templateId: string): string => `herald.samples.${templateId}`;

function read(templateId: string | undefined): Samples {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(templateId ?? "new")) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** A browser that keeps nothing loses the samples, and nothing else. */
function write(templateId: string | undefined, samples: Samples): void {
  try {
    localStorage.setItem(keyOf(templateId ?? "new"), JSON.stringify(samples));
  } catch {}
}

/** The sample values of a template, kept in this browser; those of a new one become its own with its creation. */
export function useSamples(templateId: string | undefined) {
  const [samples, setSamples] = useState(() => read(templateId));
  return {
    samples,
    setSamples: (changed: Samples) => {
      setSamples(changed);
      write(templateId, changed);
    },
    /** Gives the new template's samples to the id that it has got. */
    keepFor: (id: string) => {
      write(id, samples);
      write(undefined, {});
    },
  };
}
