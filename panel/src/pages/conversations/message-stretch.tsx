import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Messages within this distance of the visible part are rendered too. */
const AROUND = "1200px 0px";

interface MessageStretchProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly children: () => ReactNode;
}

/** Renders a stretch of messages only while it is near the visible part; otherwise its height keeps its place. */
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
    // A stretch below may have grown while it was not rendered. Scrolling by the difference keeps in place what the reader sees.
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

/** A list stays rendered while it has the focus or plays a recording. */
const isInUse = (list: HTMLElement): boolean =>
  list.contains(document.activeElement) ||
  [...list.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
