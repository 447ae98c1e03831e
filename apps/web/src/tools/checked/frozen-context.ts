import type { AnyTool, Reading } from '@sonde/contract';
import { type ComponentType, createContext, useContext, useState } from 'react';

/** When a kept answer was measured; null for a live answer. */
export const FrozenContext = createContext<Date | null>(null);

/** True where the address of a kept answer opens for its owner only, as for the answers of the lists of an account. */
export const OwnersContext = createContext(false);

/**
 * The time as of which an answer is shown: now, or the time of measurement of a kept answer, which therefore never
 * changes.
 */
export function useAnswerTime(): Date {
  const frozenAt = useContext(FrozenContext);
  const [now] = useState(() => new Date());
  return frozenAt ?? now;
}

/** Props that the page of a kept result passes to a tool. */
export interface FrozenProps<Data> {
  readonly data: Data;
  /** The target of the call, in canonical form. */
  readonly target: string;
  /** Opens the page that measures the target again. */
  onAgain(): void;
}

/** How a tool shows a kept answer, and the contract that parses it. */
export interface FrozenTool<Tool extends AnyTool> {
  readonly contract: Tool;
  readonly Frozen: ComponentType<FrozenProps<Reading<Tool['answer']>>>;
}
