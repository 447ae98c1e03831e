import { geo, type Reading, readerOf } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import { findAnswer, keepAnswer } from './tracker-memory.ts';
import type { CountedTarget } from './use-tracker.ts';

/** Older servers leave out `target`: it is then the target of the request. */
export type GeoAnswer = Reading<typeof geo.answer> & { readonly target: string };

/** Requested once per submit, kept for the session, never retried automatically (section 4). */
export function geoLookup({ target, counter }: CountedTarget): LookupOptions<GeoAnswer> {
  return {
    queryKey: ['geo', target, counter],
    queryFn: async ({ signal, fresh }) => {
      const data = named(target, await ask(geo, { ipOrDomain: target, ...fresh }, signal));
      keepAnswer({ target, counter, at: Date.now(), data });
      return data;
    },
    enabled: counter > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Used after a reload; otherwise the query cache has the answer.
    initialData: () => readAnswer(target, counter),
    initialDataUpdatedAt: () => findAnswer(target)?.at,
  };
}

/** The answer to this submit in session storage, if there is one. */
function readAnswer(target: string, counter: number): GeoAnswer | undefined {
  const kept = findAnswer(target);
  const data = kept?.counter === counter ? readerOf(geo.answer).safeParse(kept.data).data : undefined;
  return data && named(target, data);
}

function named(target: string, data: Reading<typeof geo.answer>): GeoAnswer {
  return { ...data, target: data.target ?? target };
}
