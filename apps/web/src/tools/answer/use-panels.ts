import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A panel on the page. */
export interface ShownPanel {
  readonly id: string;
  readonly title: string;
}

/** The panels of an answer that have an id, in the order of the page. */
export function usePanels(): {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly panels: readonly ShownPanel[];
} {
  const body = useRef<HTMLDivElement>(null);
  const [panels, setPanels] = useState<readonly ShownPanel[]>([]);
  // After each render, because panels come and go with the parts of an answer.
  useLayoutEffect(() => {
    const found = [...(body.current?.querySelectorAll('.panel[id], .found[id]') ?? [])].map((panel) => ({
      id: panel.id,
      title: panel.querySelector('h2')?.textContent ?? panel.getAttribute('aria-label') ?? '',
    }));
    setPanels((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
  });
  return { body, panels };
}
