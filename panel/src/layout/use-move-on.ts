import { useLocation } from "wouter";

interface Options {
  readonly replace: boolean;
}

/** Follows an answer to its page, unless the reader has gone elsewhere since. Returns whether it did. */
export function useMoveOn(): (to: string, options?: Options) => boolean {
  const [path, navigate] = useLocation();
  return (to, options) => {
    const isOpen = location.pathname === path;
    if (isOpen) navigate(to, options);
    return isOpen;
  };
}
