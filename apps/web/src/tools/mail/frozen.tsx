import { mail } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { MailAnswer } from './query.ts';

function Frozen({ data, target, onAgain }: FrozenProps<MailAnswer>) {
  return <Answer domain={target} known={data} phase="done" onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof mail> = { contract: mail, Frozen };
