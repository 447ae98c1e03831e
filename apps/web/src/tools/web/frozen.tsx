import { web } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { WebAnswer } from './query.ts';

function Frozen({ data, target, onAgain }: FrozenProps<WebAnswer>) {
  return <Answer target={target} data={data} onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof web> = { contract: web, Frozen };
