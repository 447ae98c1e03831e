import { useEffect, useRef } from 'react';
import type { ExportItem } from './export-items.ts';

type ReadItems = () => readonly ExportItem[];

const nothing: ReadItems = () => [];
let shown = nothing;

/** Has the ways to export an answer offered elsewhere for as long as the caller is on the page. */
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

/** The ways to export the answer that is on the page; none where there is no answer. */
export function shownExport(): readonly ExportItem[] {
  return shown();
}
