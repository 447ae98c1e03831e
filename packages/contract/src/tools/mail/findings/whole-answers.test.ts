import { expect, it } from 'vitest';
import { verdictsOn } from '../../../testing/golden-findings.ts';
import { answer, bimiOf, sound, spfOf, stsOf } from './testing/mail-answers.ts';

it('a domain without any problem has only good findings', () => {
  expect(verdictsOn('mail', sound).filter((verdict) => !verdict.startsWith('good'))).toEqual([]);
});

it('a parked domain needs no DKIM keys and no TLS reports', () => {
  const nothing = { record: null, records: [], mode: null };
  const parked = answer({
    ...{
      isParked: true,
      mxKind: 'null',
      mx: [],
      dkim: [],
      dkimSearch: { state: 'unknown' },
      lists: [],
      servers: [],
      dane: [],
    },
    ...{ mtaSts: stsOf(nothing), tlsRpt: { record: null, records: [], problems: [] }, bimi: bimiOf({ record: null }) },
    spf: spfOf({ lookups: 0, recordsRead: 1, allowsNobody: true }),
  });
  expect(verdictsOn('mail', parked)).toEqual(['good mail-parked', 'good spf-sound', 'good dmarc-enforced']);
});

it('an error of SPF that no term explains is a finding, and what was not answered is never sound', () => {
  const broken = spfOf({ permanentError: { reason: 'syntax', domain: 'a.example', term: null } });
  expect(verdictsOn('mail', answer({ spf: broken }))[0]).toBe('bad spf-include-broken');
  const silent = { kind: 'a', text: 'a:host.example', problem: 'unreachable', ignored: null };
  const verdicts = verdictsOn('mail', answer({ spf: spfOf({ terms: [silent] }) }));
  expect(verdicts).toContain('unknown spf-not-answered');
  expect(verdicts).not.toContain('good spf-sound');
});
