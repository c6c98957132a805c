// Drawings of the signs on buttons, 24 by 24, one stroke.
export const ICONS = {
  back: '<path d="M15 5l-7 7 7 7"/>',
  log: '<path d="M5 6h14M5 12h14M5 18h9"/>',
  menu: '<circle cx="12" cy="5.5" r=".6"/><circle cx="12" cy="12" r=".6"/><circle cx="12" cy="18.5" r=".6"/>',
  friends: '<circle cx="9" cy="8.5" r="3.2"/><path d="M3.5 19c.4-3.6 2.6-5.4 5.5-5.4s5.1 1.8 5.5 5.4"/><path d="M15.5 5.6a3 3 0 0 1 0 5.8M17 14c2 .6 3.3 2.3 3.6 5"/>',
  go: '<path d="M9 5l7 7-7 7"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
  me: '<circle cx="12" cy="8.5" r="3.7"/><path d="M4.5 20c.8-4.5 3.8-6.3 7.5-6.3s6.7 1.8 7.5 6.3"/>',
  say: '<path d="M4 5h16v11H11l-5 4v-4H4z"/>',
  yes: '<path d="M5 12.5l4.5 4.5L19 7"/>',
  no: '<path d="M6 6l12 12M18 6L6 18"/>',
  phone2: '<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="M3 9v6M21 9v6"/>',
  door: '<path d="M5 21V4h10v17M15 6h4v15M3 21h18M11.5 12.5v.1"/>',
  share: '<path d="M12 4v11M8 7.5L12 4l4 3.5M5 12v8h14v-8"/>',
  undo: '<path d="M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4"/>',
  first: '<path d="M6 5v14M18 5l-8 7 8 7"/>',
  prev: '<path d="M15 5l-7 7 7 7"/>',
  next: '<path d="M9 5l7 7-7 7"/>',
  last: '<path d="M18 5v14M6 5l8 7-8 7"/>',
  down: '<path d="M12 4v12M7 11.5l5 5 5-5M5 20h14"/>',
  flag: '<path d="M6 21V4h11l-2.5 4 2.5 4H6"/>',
  eye: '<path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  rules: '<path d="M4 7h8M18 7h2M4 17h2M12 17h8"/><circle cx="15" cy="7" r="2.6"/><circle cx="9" cy="17" r="2.6"/>',
  gear: '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1"/>',
} as const;

export type IconName = keyof typeof ICONS;
