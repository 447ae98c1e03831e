import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings } from '../../../testing/golden-findings.ts';
import { mac } from '../contract.ts';
import type { macExplanations } from '../explanations.ts';

const registration = { registry: 'MA-L', prefix: '00:1b:63', bits: 24, owner: 'Apple, Inc.' };
const answer = (given: Parameters<typeof answerOf<typeof mac>>[1] = {}) => answerOf(mac, { gaps: [], ...given });

testGoldenFindings<keyof typeof macExplanations>('mac', {
  'mac-registered': {
    state: 'good',
    has: answer({ registrations: [registration] }),
    evidence: '00:1b:63/24 is assigned to Apple, Inc. (MA-L, registry of 2026-08-26).',
    hasNot: answer(),
  },
  'mac-not-registered': {
    state: 'note',
    has: answer(),
    evidence: 'The registry of 2026-08-26 has no assignment for it.',
    hasNot: answer({ scope: 'local' }),
  },
  'mac-local': {
    state: 'note',
    has: answer({ scope: 'local' }),
    evidence: 'The second lowest bit of the first octet is 1.',
    // DECnet addresses have the local bit and are registered.
    hasNot: answer({ scope: 'local', registrations: [registration] }),
  },
  'mac-group': {
    state: 'note',
    has: answer({ kind: 'multicast' }),
    evidence: 'The lowest bit of the first octet is 1.',
    hasNot: answer(),
  },
  'mac-owner-unknown': {
    state: 'unknown',
    has: answer({ registryDate: null, gaps: [{ part: 'registry', code: 'source-failed' }] }),
    evidence: 'The registry that covers this address could not be read.',
    hasNot: answer({ gaps: [{ part: 'registry-old', code: 'source-failed' }] }),
  },
});
