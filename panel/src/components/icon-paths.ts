/** Drawn on a 24 x 24 grid with a 1.75 stroke. */
export const ICON_PATHS = {
  home: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6",
  notifications: "M4 6h16v12H4zM4 7l8 6 8-6",
  account: "M4 7h16M4 12h16M4 17h10M18 15v6M15 18h6",
  template: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5",
  key: "M15 9a4 4 0 1 1-4-4 4 4 0 0 1 4 4ZM13.8 11.8 20 18v3h-3v-2h-2v-2h-2l-2-2",
  chat: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 20c0-4 2.7-6 6-6s6 2 6 6M16 5.5a3 3 0 0 1 0 5.5M17.5 14.5c2.2.7 3.5 2.5 3.5 5.5",
  shield: "M12 3 5 6v6c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2 2 4-4",
  events: "M4 6h2M4 12h2M4 18h2M10 6h10M10 12h10M10 18h10",
  webhook: "M4 8h11l-3.5-4M20 16H9l3.5 4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 13l4 4L19 7",
  warning: "M12 4 2.5 20h19zM12 10v4M12 17.5v.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  back: "M11 5l-7 7 7 7M4 12h16",
  sent: "M4 12 20 4l-5 16-3.5-6.5z",
} as const;

export type IconName = keyof typeof ICON_PATHS;
