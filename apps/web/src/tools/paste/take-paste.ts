// In this folder: targets in pasted and refused texts.
import type { ClipboardEvent } from 'react';
import type { ScreenCard } from '../screens/screen-card.ts';
import type { Go, Submitted } from './leave.ts';
import { rememberWhole } from './whole-text.ts';

type PastedText = typeof import('./pasted-text.ts');
type Leave = typeof import('./leave.ts');

let pastedText: PastedText | null = null;
let leave: Leave | null = null;

/** Loads the code that reads pasted texts; pasting starts with a key or a press, which leaves time for it. */
export async function loadPastedText(): Promise<PastedText | null> {
  pastedText ??= await import('./pasted-text.ts').catch(() => null);
  return pastedText;
}

/** Loads the code that recognises what is not a single target. */
export async function loadLeave(): Promise<void> {
  leave ??= await import('./leave.ts').catch(() => null);
}

export const isLeaveLoaded = (): boolean => leave !== null;

/** Goes where a submitted text is understood; false if the page deals with it, or that code is not loaded yet. */
export function leaveIfElsewhere(submitted: Submitted, go: Go): boolean {
  return leave?.leaveFor(submitted, go) ?? false;
}

/** What a field shows of a long text. */
const MAX_SHOWN = 2_000;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;

/** The form that receives a pasted text. */
export interface PasteTarget {
  readonly screen: ScreenCard;
  /** Replaces the text of the field. */
  type(text: string): void;
  /** Replaces the text and submits it. */
  choose(text: string): void;
}

/**
 * Replaces a pasted text by the target in it: `shop.test` for `https://shop.test/path`. Only if the text would be the
 * whole content of the field; undo restores what was pasted.
 */
export function takePaste(event: ClipboardEvent<HTMLInputElement>, { screen, type, choose }: PasteTarget): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const isReplaced = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  if (pasted === '' || !isReplaced) return;
  event.preventDefault();
  const asPasted = shownOf(pasted);
  function put(text: string): void {
    field.select();
    // Deprecated, but the only way to keep the browser's undo history.
    if (!document.execCommand?.('insertText', false, text)) type(text);
  }
  function replace(read: PastedText | null): void {
    const text = read?.fieldTextOf(pasted, screen) ?? null;
    if (text !== null && text !== asPasted) put(text);
  }
  put(asPasted);
  if (pastedText !== null) {
    replace(pastedText);
    return;
  }
  let wasSubmitted = false;
  const onSubmit = () => {
    wasSubmitted = true;
  };
  field.form?.addEventListener('submit', onSubmit);
  void loadPastedText().then((read) => {
    field.form?.removeEventListener('submit', onSubmit);
    // The visitor may have typed on or pressed Enter before the chunk was loaded.
    if (field.value !== asPasted) return;
    replace(read);
    if (wasSubmitted && field.value !== asPasted) choose(field.value);
  });
}

/** What a field of one line shows of a pasted text; the whole text is remembered for its reader. */
export function shownOf(pasted: string): string {
  const [privateKey] = PRIVATE_KEY.exec(pasted) ?? [];
  // The browser would join the lines and turn two targets into one. A private key is not even shown.
  const shown = privateKey ?? oneLine(pasted).slice(0, MAX_SHOWN).trim();
  rememberWhole(shown, privateKey ?? pasted);
  return shown;
}

function oneLine(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.join(' ');
}
