const SHAPES = {
  chat: "M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z",
  approvals: "M12 3l8 3v6c0 4.500-3.200 7.500-8 9-4.800-1.500-8-4.500-8-9V6z M9 12l2 2 4-4",
  tools:
    "M14.500 6.500a4 4 0 0 0 4.700 5.200L12 19a2.500 2.500 0 0 1-3.500-3.500l7.200-7.200M14.500 6.500L17 4",
  skills:
    "M4 5.500A2.500 2.500 0 0 1 6.500 3H20v15H6.500A2.500 2.500 0 0 0 4 20.500zM4 20.500A2.500 2.500 0 0 0 6.500 21H20v-3",
  mcp: "M4 5h16v5H4zM4 14h16v5H4zM8 7.500h.01M8 16.500h.01",
  runs: "M4 6h7M8 12h9M12 18h8",
  insights: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  policy: "M12 4v16M6 20h12M12 6l7 2M12 6L5 8M5 8l-2.500 5h5zM19 8l-2.500 5h5z",
  memory: "M12 4a4 4 0 0 0-4 4 4 4 0 0 0-2 7 4 4 0 0 0 6 4zM12 4a4 4 0 0 1 4 4 4 4 0 0 1 2 7 4 4 0 0 1-6 4z",
  schedules: "M12 8v4l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  profile: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20a7.500 7.500 0 0 1 15 0",
  settings:
    "M4 7h10M18 7h2M4 17h2M10 17h10M16 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M7 7h10v10H7z",
  check: "M5 12.500l4.500 4.500L19 7.500",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  refresh: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M18.400 5.600L17 7M7 17l-1.400 1.400",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  key: "M14 14a5 5 0 1 0-4.600-3L4 16.500V20h3.500v-2.500H10L12 15.500M15.500 8.500h.01",
  spark: "M12 4l1.800 6.200L20 12l-6.200 1.800L12 20l-1.800-6.200L4 12l6.200-1.800z",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  attach:
    "M20 11.5l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700L9.700 17.200a1.700 1.700 0 0 1-2.400-2.400l7.700-7.700",
  connect: "M9 7H6a5 5 0 0 0 0 10h3M15 7h3a5 5 0 0 1 0 10h-3M8 12h8",
  external: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
} as const;

export type IconName = keyof typeof SHAPES;

/** A drawing beside words: screen readers pass over it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
