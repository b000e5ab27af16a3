import { useHotkeys } from "@mantine/hooks";

/** ⌘S and Ctrl S, also while one types. */
export const useSaveKey = (save: () => void): void => useHotkeys([["mod+S", save]], [], true);
