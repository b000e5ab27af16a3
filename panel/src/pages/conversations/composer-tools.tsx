import { ActionIcon, Menu, Popover } from "@mantine/core";
import { Suspense, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { part } from "../../components/part.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { ACCEPTED } from "./reply-draft.ts";

const EmojiGrid = part(async () => (await import("./emoji-grid.tsx")).EmojiGrid);

/** The menu that attaches a file of the reader's computer, or a location. */
export function ClipMenu({ onFile, onPlace }: { readonly onFile: (file: File) => void; readonly onPlace: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { config } = usePanel();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={ACCEPTED}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Clearing the value lets the same file be chosen again after it was removed.
          target.value = "";
        }}
      />
      <Menu position="top-start" width={216}>
        <Menu.Target>
          <ActionIcon aria-label="Attach" title="Attach a file, or drop or paste one">
            <Icon name="clip" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={!config.uploads}
            leftSection={<Icon name="template" />}
            onClick={() => input.current?.click()}
          >
            A file
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="place" />} onClick={onPlace}>
            A place
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>
            {config.uploads ? "At most 20 MB; images 5 MB, audio and video 16 MB" : "This deployment takes no files."}
          </Menu.Label>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-end"
      shadow="md"
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon className="desk" aria-label="Emoji" title="Emoji" onClick={() => setIsOpen(!isOpen)}>
          <Icon name="smile" size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Emoji">
        <Suspense>
          {isOpen && (
            <EmojiGrid
              onPick={(emoji) => {
                setIsOpen(false);
                onPick(emoji);
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
