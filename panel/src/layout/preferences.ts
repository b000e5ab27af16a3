import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

export const DENSITIES = ["compact", "comfortable"] as const;
export type Density = (typeof DENSITIES)[number];

/** Returns the height of rows and controls, which this browser remembers. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({ key: "herald.density", defaultValue: "compact" });
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return [density, setDensity];
}
