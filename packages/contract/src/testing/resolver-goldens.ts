import type { resolverExplanations } from '../tools/dns/findings/resolver-explanations.ts';
import { dnsAnswerOf as answer } from './dns-answer.ts';
import type { Golden } from './golden-findings.ts';

const address = 'example.com 300 A 192.0.2.1';
const extended = (recordName: string, code: number, name: string, text: string | null) => {
  return { recordName, code, name, text };
};
const row = (name: string, set: number | null, records: readonly string[]) => ({
  name,
  set,
  records,
  outcome: set === null ? 'failed' : 'records',
  reason: set === null ? 'timeout' : null,
  ttlSeconds: 60,
});

/** Golden answers for extended errors of the resolver and for answers of public resolvers. */
export const resolverGoldens = {
  'dnssec-reason': {
    state: 'bad',
    has: answer([address], {
      validationFailed: true,
      extendedErrors: [extended('A', 7, 'Signature Expired', 'signature expired from 192.0.2.53')],
    }),
    evidence: /reports: Signature Expired \(7\): signature expired from 192\.0\.2\.53 \(for A\)\.$/,
    hasNot: answer([address], { extendedErrors: [extended('A', 22, 'No Reachable Authority', null)] }),
  },
  'dnssec-reason-bare': {
    state: 'unknown',
    has: answer([address], { validationFailed: true, extendedErrors: [extended('A', 6, 'DNSSEC Bogus', null)] }),
    evidence: /DNSSEC Bogus \(6\) \(for A\)\. It sent only the code/,
    hasNot: answer([address], {
      validationFailed: true,
      extendedErrors: [extended('A', 6, 'DNSSEC Bogus', 'no keys')],
    }),
  },
  'servers-reason': {
    state: 'bad',
    has: answer([address], {
      gaps: [{ part: 'MX', code: 'source-failed' }],
      extendedErrors: [extended('MX', 22, 'No Reachable Authority', null)],
    }),
    evidence: /No Reachable Authority \(22\) \(for MX\)\.$/,
    hasNot: answer([address], { extendedErrors: [extended('A', 3, 'Stale Answer', null)] }),
  },
  'resolver-declined': {
    state: 'unknown',
    has: answer([address], {
      gaps: [{ part: 'MX', code: 'source-failed' }],
      extendedErrors: [extended('MX', 18, 'Prohibited', null)],
    }),
    evidence: /Prohibited \(18\) \(for MX\)\.$/,
    hasNot: answer([address], { extendedErrors: [extended('A', 17, 'Filtered', null)] }),
  },
  'answer-filtered': {
    state: 'warn',
    has: answer([address], { extendedErrors: [extended('A', 15, 'Blocked', 'malware')] }),
    evidence: /Blocked \(15\): malware \(for A\)\.$/,
    hasNot: answer([address], { extendedErrors: [extended('A', 29, 'Synthesized', null)] }),
  },
  'answer-stale': {
    state: 'note',
    has: answer([address], { extendedErrors: [extended('A', 3, 'Stale Answer', null)] }),
    evidence: /Stale Answer \(3\) \(for A\)\.$/,
    hasNot: answer([address]),
  },
  'resolvers-agree': {
    state: 'good',
    has: answer([address], {
      types: ['A'],
      publicAnswers: [row('Ours', 1, ['192.0.2.1']), row('One', 1, ['192.0.2.1'])],
    }),
    evidence: '2 resolvers gave the same answer: 192.0.2.1, TTL 60 s.',
    hasNot: answer([address], { types: ['A'], publicAnswers: [row('Ours', 1, ['192.0.2.1'])] }),
  },
  'resolvers-differ': {
    state: 'note',
    has: answer([address], {
      types: ['A'],
      publicAnswers: [row('Ours', 1, ['192.0.2.1']), row('One', 1, ['192.0.2.1']), row('Old', 2, ['192.0.2.9'])],
    }),
    evidence: '2 of 3 resolvers answer: 192.0.2.1, TTL 60 s. Others: Old (192.0.2.9, TTL 60 s).',
    hasNot: answer([address], { types: ['A'], publicAnswers: [row('Ours', 1, []), row('Silent', null, [])] }),
  },
  'resolvers-silent': {
    state: 'unknown',
    has: answer([address], { types: ['A'], publicAnswers: [row('Ours', 1, []), row('Silent', null, [])] }),
    evidence: 'No usable answer from Silent (timeout).',
    hasNot: answer([address], { types: ['A'], publicAnswers: [row('Ours', 1, ['192.0.2.1'])] }),
  },
} satisfies Readonly<Partial<Record<keyof typeof resolverExplanations, Golden>>>;
