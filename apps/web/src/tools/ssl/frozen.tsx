import { ssl } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { SslAnswer } from './query.ts';

/** Buttons for further tests lead to the page that measures. */
function Frozen({ data, target, onAgain }: FrozenProps<SslAnswer>) {
  return <Answer domain={target} known={data} phase="done" onChooseAddress={onAgain} onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof ssl> = { contract: ssl, Frozen };
