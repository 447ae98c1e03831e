import { describe, expect, it } from 'vitest';
import { sampleFacts } from '../../testing/whois-samples.ts';

/*
 * What other projects expect from the same replies: python-whois and structly-whois (`samples/expected`), asyncwhois,
 * likexian/whois-parser (`.json`) and weppos/whois (`.expected`). A value that differs has its reason.
 */

interface Expected {
  readonly created?: string;
  readonly updated?: string;
  readonly expires?: string;
  readonly registrar?: string;
  readonly status?: readonly string[];
  readonly servers?: number;
  readonly dnssec?: string;
  readonly abuse?: string;
  /** Where the value of the other project is wrong, and why. */
  readonly differs?: Readonly<Partial<Record<keyof Expected, string>>>;
}

const ofContact = 'theirs is the date of the contact, with day and month swapped';
const olderReply = 'their value belongs to an older reply than the one beside it';

const others: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'python-whois': {
    'nic-cr': { created: '2011-03-06', updated: '2017-02-28', expires: '2023-03-03', differs: { created: ofContact } },
    'nic-sa': { created: '2004-01-11', updated: '2019-02-06' },
    'nic-do': { created: '2010-03-08', updated: '2019-02-07', expires: '2020-03-08', status: ['ok'] },
    'registration-ge': {
      created: '2006-07-28',
      expires: '2022-07-29',
      status: ['Ok'],
      differs: { status: 'the code is ok' },
    },
    kenic: { created: '2018-01-10', updated: '2021-12-14', expires: '2023-01-10' },
    'registre-ma': {
      created: '2009-03-24',
      updated: '2022-03-03',
      expires: '2023-03-24',
      status: ['ok', 'clientTransferProhibited'],
    },
    'afnic-paris': { created: '2014-12-02', updated: '2021-11-07', expires: '2022-12-02', status: ['active'] },
    'nic-pe-com': { registrar: 'MarkMonitor Inc.', servers: 4, dnssec: 'unsigned' },
  },
  asyncwhois: {
    'nic-ar': {
      created: '2013-10-29',
      updated: '2019-11-01',
      expires: '2020-11-01',
      differs: { created: 'theirs is the date of the contact' },
    },
  },
  'whois-parser of likexian': {
    'switch-2018': { registrar: 'Gandi SAS', servers: 3, dnssec: 'signed' },
    'cctld-by': { created: '2004-05-14', updated: '2022-05-30', expires: '2023-02-09', servers: 4 },
    'dk-hostmaster-2022': { created: '1999-01-10', expires: '2023-03-31', status: ['Active'], servers: 4 },
    monic: { created: '2005-04-15', expires: '2020-11-02', servers: 2 },
    'dot-tk': {
      created: '2016-11-29',
      expires: '2022-03-01',
      servers: 4,
      differs: { expires: '01/03/2022 stands beside 11/29/2016, so the month comes first' },
    },
    educause: { created: '1985-07-15', updated: '2020-06-30', expires: '2022-07-31', servers: 5 },
  },
  'structly-whois': {
    'core-madrid': {
      created: '2017-11-01',
      updated: '2025-12-16',
      expires: '2026-11-01',
      registrar: 'Comunidad de Madrid',
      status: ['ok'],
      dnssec: 'unsigned',
      abuse: 'whois@dominio.madrid',
    },
    'dns-pt-2025': { created: '1997-03-21', expires: '2026-06-01', status: ['Registered'], servers: 2 },
    'twnic-2025': {
      created: '1997-05-01',
      expires: '2030-05-31',
      registrar: 'HINET',
      status: ['ok'],
      servers: 2,
      abuse: 'service@domain.hinet.net',
      differs: { expires: 'midnight in UTC+8 is the day before in UTC' },
    },
    'hkirc-com-hk': {
      created: '1994-06-06',
      expires: '2026-03-12',
      status: ['Active'],
      servers: 2,
      dnssec: 'unsigned',
    },
    'nic-mx-2025': { created: '1991-02-28', updated: '2025-04-15', expires: '2026-02-27', registrar: 'Registry .MX' },
    'godaddy-registrar': {
      created: '2016-02-17',
      updated: '2025-02-03',
      registrar: 'GoDaddy.com, LLC',
      dnssec: 'unsigned',
      abuse: 'abuse@godaddy.com',
    },
    'pandi-2025': { created: '2010-07-12', updated: '2025-09-14', expires: '2026-07-31', dnssec: 'signed' },
  },
  'whois of weppos': {
    'ksregistry-vg-2013': {
      created: '1999-06-05',
      updated: '2013-03-01',
      expires: '2013-06-05',
      registrar: 'MarkMonitor Inc.',
      servers: 4,
    },
    'ripe-enum': { created: '2002-08-28', updated: '2013-10-31', servers: 2 },
    'cocca-2012': { created: '2007-03-28', updated: '2012-03-19', expires: '2012-08-20', servers: 2 },
    'nic-bo': { created: '2006-08-22', expires: '2011-08-22', differs: { expires: olderReply } },
    'usp-fj-2013': { expires: '2011-04-28', servers: 2, differs: { expires: olderReply } },
    'metu-tr-2012': { servers: 3 },
    'hichina-2012': {
      created: '1996-04-23',
      expires: '2019-04-24',
      registrar: 'HICHINA ZHICHENG TECHNOLOGY LTD.',
      servers: 2,
    },
  },
};

/** Our values in the form of theirs: days, and the number of name servers. */
function ours(sample: string): Expected {
  const { created, updated, expires, registrar, status, nameServers, dnssec, abuse } = sampleFacts(sample);
  const day = (date: string | null) => date?.slice(0, 10);
  return JSON.parse(
    JSON.stringify({
      created: day(created),
      updated: day(updated),
      expires: day(expires),
      registrar: registrar?.name,
      status: status.map(({ code }) => code),
      servers: nameServers.length,
      dnssec: dnssec ?? undefined,
      abuse: abuse?.email ?? undefined,
    }),
  ) as Expected;
}

describe.each(Object.entries(others))('%s', (_, samples) => {
  it.each(Object.entries(samples))(
    'reads the same from %s, except for what is explained',
    (sample, { differs, ...theirs }) => {
      const found = ours(sample);
      for (const [field, value] of Object.entries(theirs) as [keyof Expected, unknown][]) {
        if (differs?.[field] === undefined) expect({ [field]: found[field] }).toEqual({ [field]: value });
        else expect({ [field]: found[field] }).not.toEqual({ [field]: value });
      }
    },
  );
});
