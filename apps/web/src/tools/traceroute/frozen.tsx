import { traceroute } from '@sonde/contract';
import type { TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';

function Frozen({ data, onAgain }: FrozenProps<TracerouteAnswer>) {
  return <Answer data={data} phase={{ is: 'done', onAgain }} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof traceroute> = { contract: traceroute, Frozen };
