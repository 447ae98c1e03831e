import { visibleText } from './visible-text.ts';

/** What the announcer says and the toast shows; `turn` makes the same words sound again. */
export interface Announcement {
  readonly text: string;
  readonly asToast: boolean;
  /** True for something that did not work. */
  readonly isProblem: boolean;
  readonly turn: number;
}

const silence: Announcement = { text: '', asToast: false, isProblem: false, turn: 0 };
const listeners = new Set<() => void>();
let current = silence;

function publish(text: string, asToast: boolean, isProblem = false): void {
  current = { text: visibleText(text), asToast, isProblem, turn: current.turn + 1 };
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

/** The same for what did not work. */
export function toastProblem(text: string): void {
  publish(text, true, true);
}

export const announcements = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): Announcement => current,
  readOnServer: (): Announcement => silence,
};
