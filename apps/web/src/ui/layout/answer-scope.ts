import { createContext } from 'react';

/** Identifies one of several answers on a page. */
export interface AnswerScope {
  /** The id of its heading. */
  readonly id: string;
  readonly name: string;
  /** True for one of two answers beside each other, which has little room in any window. */
  readonly isBeside?: true;
}

/** Null on a page with one answer. */
export const AnswerScopeContext = createContext<AnswerScope | null>(null);
