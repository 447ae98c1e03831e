import { visibleText } from './visible-text.ts';

/** What the announcer says and the toast shows; `turn` makes the same words sound again. */
export interface Announcement {
  readonly text: string;
  readonly asToast: boolean;
  readonly turn: number;
}

const silence: Announcement = { text: '', asToast: false, turn: 0 };
const listeners = new Set<() => void>();
let current = silence;

function publish(text: string, asToast: boolean): void {
  current = { text: visibleText(text), asToast, turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

/** Says it through the page's one polite live region. */
export function announce(text: string): void {
  publish(text, false);
}

/** Says it, and shows it for a moment. */
export function toast(text: string): void {
  publish(text, true);
}

export const announcements = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): Announcement => current,
  readOnServer: (): Announcement => silence,
};
