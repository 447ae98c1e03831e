import { ping } from '@sonde/contract';
import { knownOf } from '@sonde/contract/tools/ping/tables';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { PingAnswer } from './query.ts';

function Frozen({ data, onAgain }: FrozenProps<PingAnswer>) {
  return <Answer known={knownOf(data)} phase={{ is: 'done', data, onAgain }} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof ping> = { contract: ping, Frozen };
