import { useEffect, useRef } from 'react';
import type { ExportItem } from './export-items.ts';

type ReadItems = () => readonly ExportItem[];

const nothing: ReadItems = () => [];
let shown = nothing;

/** Offers the export of an answer to other parts of the page while the calling component is mounted. */
export function useShownExport(items: readonly ExportItem[]): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  useEffect(() => {
    const read = () => latest.current;
    shown = read;
    return () => {
      if (shown === read) shown = nothing;
    };
  }, []);
}

/** The export formats of the answer on the page; empty without an answer. */
export function shownExport(): readonly ExportItem[] {
  return shown();
}
