import type { Explanation } from '../../../finding/explanation.ts';

const search = { name: 'RFC 8659, section 3', url: 'https://www.rfc-editor.org/rfc/rfc8659#section-3' };
const critical = { name: 'RFC 8659, section 4.1', url: 'https://www.rfc-editor.org/rfc/rfc8659#section-4.1' };
const issue = { name: 'RFC 8659, section 4.2', url: 'https://www.rfc-editor.org/rfc/rfc8659#section-4.2' };
const wildcards = { name: 'RFC 8659, section 4.3', url: 'https://www.rfc-editor.org/rfc/rfc8659#section-4.3' };

export const caaExplanations = {
  'caa-published': {
    states: ['good'],
    title: 'CAA records published',
    meaning:
      'CAA records say which certificate authorities may issue certificates for the name. A lone semicolon means none.',
    importance: 'No other authority may issue a certificate, even if an attacker passes its domain check.',
    effect: 'Certificate authorities check these records before they issue a certificate. Browsers do not.',
    remedies: 'No action needed.',
    source: issue,
  },
  'caa-missing': {
    states: ['note'],
    title: 'No CAA record names an authority',
    meaning: 'The name has no CAA records, or none with an issue property.',
    importance: 'Any certificate authority may issue a certificate, unless the CAA records of a parent domain apply.',
    effect:
      'Certificate authorities issue certificates to anyone who proves control of the name. Browsers do not check CAA.',
    remedies: {
      'Zone file':
        'Add a record for your authority: `example.com. CAA 0 issue "letsencrypt.org"`. Add `0 iodef "mailto:..."` for reports.',
    },
    source: search,
  },
  'caa-wildcards-only': {
    states: ['note'],
    title: 'CAA limits wildcard certificates only',
    meaning: 'The CAA records have an issuewild property but no issue property.',
    importance: 'Any certificate authority may issue a certificate without a wildcard.',
    effect: 'Certificate authorities check the records for wildcard certificates only.',
    remedies: { 'Zone file': 'Add `example.com. CAA 0 issue "letsencrypt.org"`, with your authority.' },
    source: wildcards,
  },
  'caa-not-understood': {
    states: ['warn'],
    title: 'CAA forbids every certificate',
    meaning: 'A CAA record has the critical flag, and a property that is not registered.',
    importance: 'An authority that does not know a critical property must not issue a certificate.',
    effect: 'New certificates and renewals are refused. Existing certificates keep working until they expire.',
    remedies: {
      'Zone file': 'Correct the spelling of the property, for example `example.com. CAA 0 issue "letsencrypt.org"`.',
    },
    source: critical,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
