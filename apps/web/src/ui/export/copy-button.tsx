import { type MouseEvent, useEffect, useState } from 'react';
import { copyText } from '../../browser/page/copy-text.ts';
import { toast } from '../feedback/announce.ts';
import { Check } from '../icons/lucide/check.ts';
import { Copy } from '../icons/lucide/copy.ts';
import { X } from '../icons/lucide/x.ts';

const SHOWN_MS = 1500;
const icons = { idle: Copy, done: Check, failed: X };

export interface CopyButtonProps {
  /** What is copied; used in the button's label. */
  readonly label: string;
  readonly text: string;
}

/** Copies a value. If the browser refuses, selects the text before the button instead. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof icons>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy({ currentTarget: button }: MouseEvent) {
    if (await copyText(text)) {
      setState('done');
      toast(`${label} copied`);
      return;
    }
    setState('failed');
    toast(`${label} could not be copied`);
    const shown = button.previousElementSibling;
    if (shown !== null) getSelection()?.selectAllChildren(shown);
  }

  const Icon = icons[state];
  return (
    <button className="copy" type="button" aria-label={`Copy ${label}`} data-state={state} onClick={copy}>
      <Icon className="i" />
    </button>
  );
}
