import { type AnswerOf, geo } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupOptions } from '../use-lookup.ts';
import type { Asked } from './use-tracker.ts';

export type GeoAnswer = AnswerOf<typeof geo>;

/** Asked once for each press of the button, kept for good, never asked again by itself (section 4). */
export function geoLookup({ target, counter }: Asked): LookupOptions<GeoAnswer> {
  return {
    queryKey: ['geo', target, counter],
    queryFn: ({ signal }) => ask(geo, { ipOrDomain: target }, signal),
    enabled: counter > 0,
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}
