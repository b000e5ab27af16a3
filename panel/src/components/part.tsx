import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from "react";
import { missingParts } from "./missing-parts.ts";

/**
 * Loads the code of a part when the part is first shown. When the code cannot be loaded, the other parts of the page stay, and
 * `PartNotice` offers another attempt.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let newest = attempt(load);
  return function Part(props: P): ReactNode {
    const [Current, setCurrent] = useState(() => newest);
    const [tries, setTries] = useState(0);
    const retry = () => {
      newest = attempt(load);
      setCurrent(() => newest);
      setTries(tries + 1);
    };
    return createElement(Current, { inner: props, key: tries, onMissing: () => missingParts.add(retry) });
  };
}

interface Attempted<P> {
  /** The properties of the part of a page that is loaded on demand. */
  readonly inner: P;
  readonly onMissing: () => () => void;
}

const attempt = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async (): Promise<{ default: ComponentType<Attempted<P>> }> => {
    try {
      const Loaded = await load();
      return { default: ({ inner }) => createElement(Loaded, inner) };
    } catch {
      return { default: Missing };
    }
  });

function Missing({ onMissing }: { readonly onMissing: () => () => void }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one missing part is reported once, however often it is rendered
  useEffect(onMissing, []);
  return null;
}
