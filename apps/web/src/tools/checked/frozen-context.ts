import type { AnyTool, Reading } from '@sonde/contract';
import { type ComponentType, createContext, use, useState } from 'react';

/** When a kept answer was measured; null for one that is measured now. */
export const FrozenContext = createContext<Date | null>(null);

/** The time that an answer is read at: of a kept one, the time of its measurement, so that it shows the same for ever. */
export function useAnswerTime(): Date {
  const frozenAt = use(FrozenContext);
  const [now] = useState(() => new Date());
  return frozenAt ?? now;
}

/** What the page of a kept result gives to a tool. */
export interface FrozenProps<Data> {
  readonly data: Data;
  /** The target of the call, in canonical form. */
  readonly target: string;
  /** Goes to the page that measures. */
  onAgain(): void;
}

/** How a tool shows an answer that was kept, and the contract that reads it. */
export interface FrozenTool<Tool extends AnyTool> {
  readonly contract: Tool;
  readonly Frozen: ComponentType<FrozenProps<Reading<Tool['answer']>>>;
}
