import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from "react";
import { missingParts } from "./missing-parts.ts";

/**
 * A part of the panel whose code is loaded when it is first shown. One that does not come leaves everything else standing: `PartNotice`
 * says so, and has it tried again.
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
  /** Of the part itself. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is missing once, however often what is around it is shown again
  useEffect(onMissing, []);
  return null;
}
