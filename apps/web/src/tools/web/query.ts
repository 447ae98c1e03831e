import { type Reading, web } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';

export type WebAnswer = Reading<typeof web.answer>;
export type ShownHop = WebAnswer['chain'][number];

/** Runs only when the button is pressed: a check sends requests to the server of somebody else. */
export const webLookup = (url: string, isAsked: boolean): LookupOptions<WebAnswer> => ({
  queryKey: ['web', url],
  queryFn: ({ signal, fresh }) => ask(web, { url, ...fresh }, signal),
  enabled: isAsked,
  retry: false,
});
