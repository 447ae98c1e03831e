import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { toast } from '../ui/announce.ts';

type PaletteComponent = ComponentType<{ readonly onClose: () => void }>;

const loadPalette = async () => (await import('./palette.tsx')).Palette;

/** The command palette, fetched when it is first asked for; Ctrl K or ⌘ K asks, and closes it again. */
export function usePalette() {
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(async () => {
    try {
      const loaded = await loadPalette();
      setPalette(() => loaded);
      setOpen(true);
    } catch {
      toast('The search could not be loaded');
    }
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      if (isOpen) close();
      else void open();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen, open, close]);

  return { Palette: isOpen ? Palette : null, open, close };
}
