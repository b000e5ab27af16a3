import { useLocation } from "wouter";

interface Options {
  readonly replace: boolean;
}

/** Goes where an answer leads, while its page is open: one that comes after the reader has gone elsewhere moves nobody. Answers whether it went. */
export function useMoveOn(): (to: string, options?: Options) => boolean {
  const [path, navigate] = useLocation();
  return (to, options) => {
    const isOpen = location.pathname === path;
    if (isOpen) navigate(to, options);
    return isOpen;
  };
}
