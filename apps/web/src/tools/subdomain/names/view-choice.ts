import { useState } from 'react';
import { readStored, store } from '../../../browser/storage/storage.ts';

const views = ['cards', 'table', 'tree'] as const;
export type NamesView = (typeof views)[number];

const KEY = 'subdomainView';
/** With more names, cards are mostly white. */
const MOST_CARDS = 12;

/** Cards, as specified, for a few names, and a table for more, until the visitor chooses; a choice is stored, like the theme. */
export function useView(count: number): readonly [NamesView, (view: NamesView) => void] {
  const [chosen, setChosen] = useState(() => views.find((view) => view === readStored('local', KEY)) ?? null);
  const usual = count > MOST_CARDS ? 'table' : 'cards';
  const choose = (view: NamesView) => {
    const kept = view === usual ? null : view;
    setChosen(kept);
    store('local', KEY, kept);
  };
  return [chosen ?? usual, choose];
}
