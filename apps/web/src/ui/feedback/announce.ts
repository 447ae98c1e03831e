// In this folder: components that inform visitors about progress, results and failures.
import { visibleText } from '../text/visible-text.ts';

/** A text to announce and show as a toast; `sequence` changes, so that the same text is read out again. */
export interface Announcement {
  readonly text: string;
  readonly asToast: boolean;
  /** True for a problem. */
  readonly isProblem: boolean;
  readonly sequence: number;
}

const silence: Announcement = { text: '', asToast: false, isProblem: false, sequence: 0 };
const listeners = new Set<() => void>();
let current = silence;

function publish(text: string, asToast: boolean, isProblem = false): void {
  current = { text: visibleText(text), asToast, isProblem, sequence: current.sequence + 1 };
  for (const listener of listeners) listener();
}

/** Announces a text in the page's polite live region. */
export function announce(text: string): void {
  publish(text, false);
}

/** Announces a text and shows it as a toast. */
export function toast(text: string): void {
  publish(text, true);
}

/** Announces a problem and shows it as a toast. */
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
