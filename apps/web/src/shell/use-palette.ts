import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toastProblem } from '../ui/announce.ts';

interface Shown {
  readonly Palette: ComponentType<{ readonly typed: string; onClose(): void }>;
  /** What was typed before it was there. */
  readonly typed: string;
}

const loadPalette = async () => (await import('./palette.tsx')).Palette;

/** The command palette, fetched when it is first asked for; Ctrl K or ⌘ K asks, and closes it again. */
export function usePalette() {
  const [shown, setShown] = useState<Shown | null>(null);
  /** What the visitor wants; the state follows when the chunk is there. */
  const isWanted = useRef(false);

  const close = useCallback(() => {
    isWanted.current = false;
    window.paletteText = undefined;
    setShown(null);
  }, []);
  const open = useCallback(async () => {
    isWanted.current = true;
    window.paletteText ??= '';
    try {
      const Palette = await loadPalette();
      const typed = window.paletteText ?? '';
      if (!isWanted.current) return;
      // In one go: the next key meets either the collecting script or the palette's field.
      window.paletteText = undefined;
      flushSync(() => setShown({ Palette, typed }));
    } catch {
      close();
      toastProblem('The search could not be loaded');
    }
  }, [close]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined);
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      if (isWanted.current) close();
      else void open();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open, close]);

  return { shown, open, close };
}
