import type { ClipboardEvent } from 'react';
import type { ScreenCard } from './screen-card.ts';

type Understood = typeof import('./understood.ts');

let understood: Understood | null = null;

/** Fetches what reads pasted texts; a visitor who pastes has pressed a key or a button just before. */
export async function loadUnderstood(): Promise<Understood | null> {
  understood ??= await import('./understood.ts').catch(() => null);
  return understood;
}

/**
 * Puts the target of a pasted text into the field in place of the text: `shop.test` for `https://shop.test/path`. Only
 * where the text would be all that the field holds; undoing brings back what was pasted.
 */
export function takePaste(event: ClipboardEvent<HTMLInputElement>, screen: ScreenCard): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const isReplaced = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  if (pasted === '' || !isReplaced) return;
  event.preventDefault();
  // A browser would join the lines: two targets would become one that nobody meant.
  const asPasted = pasted.trim().replace(/\s*[\r\n]+\s*/g, ' ');
  insert(field, asPasted);
  const replace = (read: Understood | null) => {
    const text = read?.fieldTextOf(pasted, screen) ?? null;
    // Whoever was faster than the chunk has typed on.
    if (text === null || text === asPasted || field.value !== asPasted) return;
    field.select();
    insert(field, text);
  };
  if (understood === null) void loadUnderstood().then(replace);
  else replace(understood);
}

/** As if it had been typed over the selection: the browser's own undo knows of it. */
function insert(field: HTMLInputElement, text: string): void {
  // Deprecated, and the only way that keeps the undo history; every browser has it.
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
