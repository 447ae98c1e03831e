import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Reader, useHandedText } from './handed-text.ts';

export interface ReaderFold {
  readonly fold: RefObject<HTMLDetailsElement | null>;
  /** Whether to load the code of the reader. */
  readonly wasOpened: boolean;
  onToggle(): void;
}

/** A collapsed reader of pasted texts, which opens for a text that is left for it and for a link to its id. */
export function useReaderFold(reader: Reader): ReaderFold {
  const [wasOpened, setOpened] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  const handed = useHandedText(reader);
  useEffect(() => {
    const element = fold.current;
    if (element === null) return;
    if (handed !== null || location.hash === `#${element.id}`) {
      element.open = true;
      element.scrollIntoView();
    }
    // The element can be opened before the script runs.
    if (element.open) setOpened(true);
  }, [handed]);
  return { fold, wasOpened, onToggle: () => setOpened(true) };
}
