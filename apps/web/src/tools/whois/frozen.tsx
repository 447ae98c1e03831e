import { type Reading, whois } from '@sonde/contract';
import type { FrozenProps, FrozenTool } from '../checked/frozen-context.ts';
import { Answer } from './answer.tsx';

function Frozen({ data, target, onAgain }: FrozenProps<Reading<typeof whois.answer>>) {
  const registration = { ...data.registration, name: data.registration.name ?? target };
  return <Answer data={{ ...data, registration }} isBusy={false} onCancel={onAgain} />;
}

/** The answer as it was kept. */
export const frozen: FrozenTool<typeof whois> = { contract: whois, Frozen };
