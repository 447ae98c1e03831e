import { traceroute } from '@sonde/contract';
import type { TracerouteAnswer } from '@sonde/contract/tables/traceroute';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';

function Frozen({ data, onAgain }: FrozenProps<TracerouteAnswer>) {
  return <Answer data={data} phase={{ is: 'done', onAgain }} />;
}

/** The answer as it was kept. */
export const frozen: FrozenTool<typeof traceroute> = { contract: traceroute, Frozen };
