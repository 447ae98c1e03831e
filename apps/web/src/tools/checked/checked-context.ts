import { createContext, type ReactNode } from 'react';
import type { Keepable } from '../../browser/api/receipts.ts';

/** What is shown around an answer. */
export interface Checked {
  /** Above the answer: when it was measured. */
  readonly line: ReactNode;
  /** Below the answer: what was sent and received. */
  readonly foot: ReactNode;
  /** The evidence, not yet parsed, for the panels of the answer; undefined if the lookup was not recorded. */
  readonly evidence?: unknown;
  /** The calls that the answer came from, which can be kept; null if they were made before the page was loaded. */
  readonly calls: Keepable | null;
}

/** Null if there is nothing to show. False for a kept answer: its page shows these facts itself, and no ads. */
export const CheckedContext = createContext<Checked | null | false>(null);

/** Sets it: the lookup's chunk provides the value, the page shows it. */
export const ShowCheckedContext = createContext<(checked: Checked | null) => void>(() => {});
