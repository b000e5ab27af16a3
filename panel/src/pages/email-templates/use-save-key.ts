import { useHotkeys } from "@mantine/hooks";

/** ⌘S and Ctrl S save, even inside a field. */
export const useSaveKey = (save: () => void): void => useHotkeys([["mod+S", save]], [], true);
