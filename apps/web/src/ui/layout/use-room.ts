import { useContext, useState } from 'react';
import { AnswerScopeContext } from './answer-scope.ts';

/** Whether an answer has room for what is open from the start: in a wide window that is not low, by itself. Later changes do not count. */
export function useRoom(): boolean {
  const isBeside = useContext(AnswerScopeContext)?.isBeside === true;
  const [isWide] = useState(() => matchMedia('(width >= 768px) and (height >= 30rem)').matches);
  return isWide && !isBeside;
}
