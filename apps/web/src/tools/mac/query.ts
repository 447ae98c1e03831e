import { mac, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';

export type MacAnswer = Reading<typeof mac.answer>;

/** Never retried: the answer comes from the server's own data. */
export function macLookup(address: string): LookupOptions<MacAnswer> {
  return {
    queryKey: ['mac', address],
    queryFn: ({ signal, fresh }) => ask(mac, { mac: address, ...fresh }, signal),
    retry: false,
  };
}
