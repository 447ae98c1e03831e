import { createContext, type ReactNode } from 'react';

/** What stands around an answer. */
export interface Checked {
  /** Above it: when it was measured. */
  readonly line: ReactNode;
  /** Below it: what was sent and received. */
  readonly foot: ReactNode;
  /** The same unread, for the panels of the answer; undefined where it was not recorded. */
  readonly evidence?: unknown;
}

/** Null if there is nothing to say. False for a kept answer, whose page says it, and shows no ads. */
export const CheckedContext = createContext<Checked | null | false>(null);

/** Sets them: the lookup's chunk provides it, the page has the place for them. */
export const ShowCheckedContext = createContext<(checked: Checked | null) => void>(() => {});
