import { dns, type Reading } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';
import { noOptions } from './options/dns-options.ts';

function Frozen({ data, target, onAgain }: FrozenProps<Reading<typeof dns.answer>>) {
  const named = { ...data, domain: data.domain ?? target };
  return <Answer data={named} options={noOptions} isBusy={false} onCancel={onAgain} />;
}

/** Shows a kept answer. */
export const frozen: FrozenTool<typeof dns> = { contract: dns, Frozen };
