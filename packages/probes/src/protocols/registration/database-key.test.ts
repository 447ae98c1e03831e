import { expect, it } from 'vitest';
import { readRdapFacts } from '../rdap/rdap-facts.ts';
import { isDatabaseKey } from './database-key.ts';

it.each([
  ...['GL210-IS', 'MTC2-IS', 'GL11783559-NICAT', 'AB2-EXTREME', 'ORG-LAB1-RIPE', 'intern0000-00001'],
  ...['mmr-171440', 'mm-171195', 'G830057', 'CON000011396', 'Lxcc3SYeXq3VFNLq'],
])('%s is a key', (text) => expect(isDatabaseKey(text)).toBe(true));

it.each([
  ...['3M', 'O2', '1&1', '37signals', '7digital', 'Web3', 'Studio54', '4chan', 'Level3', 'B2B-Center', 'E.ON', 'PwC'],
  ...[
    'MarkMonitor',
    'YouTube',
    'JetBrains',
    'hosting24.de',
    'DK Hostmaster A/S',
    'Jane Doe',
    '北京谷翔信息技术有限公司',
  ],
])('%s is a name', (text) => expect(isDatabaseKey(text)).toBe(false));

it('a key is no holder in RDAP, either', () => {
  const registrant = (fn: string, kind: string) =>
    readRdapFacts({
      objectClassName: 'domain',
      entities: [
        {
          objectClassName: 'entity',
          roles: ['registrant'],
          vcardArray: [
            'vcard',
            [
              ['fn', {}, 'text', fn],
              ['kind', {}, 'text', kind],
              ['email', {}, 'text', 'holder@example.com'],
            ],
          ],
        },
      ],
    }).contacts;
  for (const kind of ['individual', 'org']) {
    expect(registrant('mmr-171440', kind)).toMatchObject([
      { name: null, organization: null, email: 'holder@example.com' },
    ]);
    expect(registrant('REDACTED_FOR_PRIVACY', kind)).toMatchObject([{ name: null, organization: null }]);
  }
});
