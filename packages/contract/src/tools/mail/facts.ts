import { type Fact, type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { mail } from './contract.ts';

/** What a domain publishes about its mail. Addresses of mail servers change by themselves and are not included. */
export function mailFacts({ mx, mxKind, spf, dkim, dmarc, mtaSts, tlsRpt, bimi, lists }: Unjudged<typeof mail>): Facts {
  return factsFrom([
    ['mx', mxKind === null ? undefined : setOf(mx.map(({ preference, exchange }) => `${preference} ${exchange}`))],
    ['spf/record', spf === null ? undefined : setOf(spf.records)],
    ['spf/lookups', spf?.isLookupsExact ? spf.lookups : undefined],
    // Only selectors that were found: one that was not queried may exist.
    ...dkim.flatMap(({ selector, state, record }): Fact[] => [
      [`dkim/${selector}`, state === 'unknown' ? undefined : record],
    ]),
    ['dmarc/record', dmarc === null ? undefined : setOf(dmarc.records)],
    ['dmarc/policy', dmarc === null ? undefined : dmarc.policy],
    ['mtaSts/record', mtaSts === null ? undefined : setOf(mtaSts.records)],
    ['mtaSts/mode', mtaSts === null || mtaSts.failure !== null ? undefined : mtaSts.mode],
    ['mtaSts/mx', mtaSts === null || mtaSts.failure !== null ? undefined : setOf(mtaSts.patterns)],
    ['tlsRpt/record', tlsRpt === null ? undefined : setOf(tlsRpt.records)],
    ['bimi/record', bimi === null ? undefined : bimi.record],
    ...lists.map(
      ({ list, subject, state }): Fact => [
        `lists/${list}/${subject}`,
        state === 'listed' || state === 'not-listed' ? state : undefined,
      ],
    ),
  ]);
}
