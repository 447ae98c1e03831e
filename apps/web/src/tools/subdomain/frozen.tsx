import { subdomain } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import type { SubdomainAnswer } from './query.ts';

function Frozen({ data }: FrozenProps<SubdomainAnswer>) {
  return <Answer phase={{ is: 'done', data }} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof subdomain> = { contract: subdomain, Frozen };
