import type { ClipboardEvent } from 'react';
import type { ScreenCard } from './screen-card.ts';

type Understood = typeof import('./understood.ts');

let understood: Understood | null = null;

/** Fetches what reads pasted texts; a visitor who pastes has pressed a key or a button just before. */
export async function loadUnderstood(): Promise<Understood | null> {
  understood ??= await import('./understood.ts').catch(() => null);
  return understood;
}

/** Where a pasted text goes. */
export interface PasteTarget {
  readonly screen: ScreenCard;
  /** Sets the whole text of the field. */
  type(text: string): void;
  /** Sets it and submits it. */
  choose(text: string): void;
}

/**
 * Puts the target of a pasted text into the field in place of the text: `shop.test` for `https://shop.test/path`. Only
 * where the text would be all that the field holds; undoing brings back what was pasted.
 */
export function takePaste(event: ClipboardEvent<HTMLInputElement>, { screen, type, choose }: PasteTarget): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const isReplaced = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  if (pasted === '' || !isReplaced) return;
  event.preventDefault();
  // A browser would join the lines: two targets would become one that nobody meant.
  const asPasted = pasted.trim().replace(/\s*[\r\n]+\s*/g, ' ');
  function put(text: string): void {
    field.select();
    // Deprecated, and the only way that keeps the browser's undo history.
    if (!document.execCommand?.('insertText', false, text)) type(text);
  }
  function replace(read: Understood | null): void {
    const text = read?.fieldTextOf(pasted, screen) ?? null;
    if (text !== null && text !== asPasted) put(text);
  }
  put(asPasted);
  if (understood !== null) {
    replace(understood);
    return;
  }
  let wasSubmitted = false;
  const onSubmit = () => {
    wasSubmitted = true;
  };
  field.form?.addEventListener('submit', onSubmit);
  void loadUnderstood().then((read) => {
    field.form?.removeEventListener('submit', onSubmit);
    // Whoever was faster than the chunk has typed on, or pressed Enter and waits for an answer.
    if (field.value !== asPasted) return;
    replace(read);
    if (wasSubmitted && field.value !== asPasted) choose(field.value);
  });
}
