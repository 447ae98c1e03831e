import type { MailServer } from './mail-servers.ts';
import type { Zone, ZoneRecord } from './zone.ts';

/** The running mail servers, by name: none if port 25 is not available. */
export type RunningMail = ReadonlyMap<string, MailServer>;

/** The digest of a key that the server no longer uses. */
const OLD_KEY = '5D'.repeat(32);
/** The only server without a reverse name. */
const NAMELESS = 'old.mixed.test';

/** TLSA records of the mail servers of a zone (RFC 7672), with their current keys, or with an old one. */
export function mailRecords(zone: string, mail: RunningMail, isOld = false): ZoneRecord[] {
  return [...mail].flatMap(([name, { keyDigest }]): ZoneRecord[] => {
    if (!name.endsWith(`.${zone}`) || keyDigest === null) return [];
    const certificate = Buffer.from(isOld ? OLD_KEY : keyDigest, 'hex');
    const data = { usage: 3, selector: 1, matchingType: 1, certificate };
    return [[`_25._tcp.${name.slice(0, -zone.length - 1)}`, 'TLSA', data]];
  });
}

/** The reverse names of their addresses. */
export function reverseRecords(mail: RunningMail): ZoneRecord[] {
  return [...mail]
    .filter(([name]) => name !== NAMELESS)
    .map(([name, { address }]) => [address.split('.').reverse().join('.'), 'PTR', name]);
}

/** Domains that demonstrate one mail server each; none without servers. */
export function mailZones(mail: RunningMail): Zone[] {
  const hosts = (zone: string): ZoneRecord[] =>
    [...mail]
      .filter(([name]) => name.endsWith(`.${zone}`))
      .flatMap(([name, { address }], index): ZoneRecord[] => [
        ['@', 'MX', { preference: 10 * (index + 1), exchange: name }],
        [name.slice(0, -zone.length - 1), 'A', address],
      ]);
  const policies: ZoneRecord[] = [
    ['@', 'TXT', [Buffer.from('v=spf1 mx -all')]],
    ['_dmarc', 'TXT', [Buffer.from('v=DMARC1; p=reject')]],
  ];
  if (mail.size === 0) return [];
  return [
    {
      name: 'renewed.test',
      records: [...hosts('renewed.test'), ...policies, ...mailRecords('renewed.test', mail, true)],
      dnssec: 'signed',
    },
    { name: 'mixed.test', records: [...hosts('mixed.test'), ...policies] },
  ];
}
