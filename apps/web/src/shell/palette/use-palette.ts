import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toastProblem } from '../../ui/feedback/announce.ts';

interface Shown {
  readonly Palette: ComponentType<{ readonly typed: string; onClose(): void }>;
  /** Text typed before the palette was loaded. */
  readonly typed: string;
}

const loadPalette = async () => (await import('./palette.tsx')).Palette;

/** The command palette, loaded when it is first opened; Ctrl K or ⌘ K opens and closes it. */
export function usePalette() {
  const [shown, setShown] = useState<Shown | null>(null);
  /** Whether the visitor wants it open; the state follows once the chunk is loaded. */
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
      // Synchronous, so that no key is lost between `head.ts` and the palette's field.
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
