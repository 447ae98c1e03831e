import { useState } from 'react';
import { readStored, store } from '../../../browser/storage/storage.ts';

export type View = 'cards' | 'table';

const KEY = 'subdomainView';

/** Cards, as specified, until the visitor chooses the table; the choice is stored, like the theme. */
export function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readStored('local', KEY) === 'table' ? 'table' : 'cards'));
  const choose = (chosen: View) => {
    setView(chosen);
    store('local', KEY, chosen === 'table' ? chosen : null);
  };
  return [view, choose];
}
