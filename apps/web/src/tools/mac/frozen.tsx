import { mac } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { MacAnswer } from './query.ts';

function Frozen({ data, target, onAgain }: FrozenProps<MacAnswer>) {
  return <Answer target={target} data={data} isBusy={false} onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof mac> = { contract: mac, Frozen };
