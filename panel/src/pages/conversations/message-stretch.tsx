import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Beyond what is in sight, above and below. */
const AROUND = "1200px 0px";

interface MessageStretchProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly children: () => ReactNode;
}

/** Of a long thread only what is near stands in the document; what is far keeps its place by its height. */
export function MessageStretch({ frame, children }: MessageStretchProps) {
  const place = useRef<HTMLOListElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const list = place.current;
    if (list === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setHeight(undefined);
        else if (!isInUse(list)) setHeight(list.getBoundingClientRect().height);
      },
      { root: frame.current, rootMargin: AROUND },
    );
    observer.observe(list);
    return () => observer.disconnect();
  }, [frame]);
  const known = useRef<number>(undefined);
  useLayoutEffect(() => {
    const [list, before] = [place.current, known.current];
    known.current = height;
    // A message has joined it meanwhile, or the window has another width: nobody further up is moved.
    if (frame.current && list && before !== undefined && height === undefined && isBelow(list, frame.current))
      frame.current.scrollTop -= list.getBoundingClientRect().height - before;
  }, [frame, height]);
  const isFar = height !== undefined;
  return (
    <ol ref={place} style={{ height }} aria-hidden={isFar || undefined}>
      {!isFar && children()}
    </ol>
  );
}

const isBelow = (list: HTMLElement, frame: HTMLElement): boolean =>
  list.getBoundingClientRect().bottom > frame.getBoundingClientRect().bottom;

/** A list with the focus in it, or with something that plays, stays. */
const isInUse = (list: HTMLElement): boolean =>
  list.contains(document.activeElement) ||
  [...list.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
