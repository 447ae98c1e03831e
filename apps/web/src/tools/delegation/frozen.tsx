import { delegation } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { DelegationAnswer } from './query.ts';

function Frozen({ data, target }: FrozenProps<DelegationAnswer>) {
  return <Answer domain={target} phase={{ is: 'done', data }} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof delegation> = { contract: delegation, Frozen };
