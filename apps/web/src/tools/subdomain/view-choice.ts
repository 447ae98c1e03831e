import { useState } from 'react';
import { readStored, store } from '../../shell/storage.ts';

export type View = 'cards' | 'table';

const KEY = 'subdomainView';

/** Cards, as specified, until a visitor has chosen the table; the choice outlasts the visit, as that of the colours does. */
export function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readStored('local', KEY) === 'table' ? 'table' : 'cards'));
  const choose = (chosen: View) => {
    setView(chosen);
    store('local', KEY, chosen === 'table' ? chosen : null);
  };
  return [view, choose];
}
