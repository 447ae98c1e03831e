import { geo, type Reading } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';

function Frozen({ data, target, onAgain }: FrozenProps<Reading<typeof geo.answer>>) {
  return <Answer data={{ ...data, target: data.target ?? target }} isBusy={false} onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof geo> = { contract: geo, Frozen };
