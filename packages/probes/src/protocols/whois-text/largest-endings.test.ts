import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedOf, sampleFacts, sampleNames } from '../../testing/whois-samples.ts';
import type { RegistrationFacts } from '../registration/facts.ts';

/** The format of ICANN's Registry Agreement, specification 4, as registry operators spell it. */
const generic = 'created updated expires registrar status nameServers dnssec holder abuse';
const withoutServers = 'created updated expires registrar status dnssec holder abuse';

/**
 * The 60 largest top-level domains by registrations: the sample that represents the WHOIS replies of each, and the fields
 * read from it. Fields that a registry does not publish, or that the sample lacks, are not listed.
 */
const endings: readonly (readonly [ending: string, sample: string, fields: string])[] = [
  ['com', 'verisign-thin', 'created updated expires registrar status nameServers dnssec ds abuse'],
  ['net', 'verisign-thin', 'created updated expires registrar status nameServers dnssec ds abuse'],
  ['org', 'identity-digital', generic],
  ['biz', 'godaddy-registry', withoutServers],
  ['club', 'godaddy-registry', withoutServers],
  ['vip', 'godaddy-registry', withoutServers],
  ['xyz', 'centralnic', generic],
  ['online', 'centralnic', generic],
  ['store', 'centralnic', generic],
  ['site', 'centralnic', generic],
  ['tech', 'centralnic', generic],
  ['icu', 'centralnic', generic],
  ['top', 'zdns-top', 'created updated expires registrar status nameServers dnssec abuse'],
  ['app', 'google-registry', generic],
  ['dev', 'google-registry', generic],
  ['cn', 'cnnic', 'created expires registrar status nameServers dnssec holder'],
  ['de', 'denic-connect', 'updated status nameServers dnssec'],
  ['uk', 'nominet', 'created updated expires registrar status nameServers holder'],
  ['ru', 'cctld-ru', 'created expires registrar status nameServers holder'],
  ['nl', 'sidn', 'created updated registrar status nameServers dnssec abuse'],
  ['br', 'registro-br', 'updated expires status nameServers dnssec holder'],
  ['eu', 'eurid', 'registrar nameServers dnssec'],
  ['au', 'auda', 'updated registrar status nameServers dnssec holder'],
  ['fr', 'afnic', 'created updated expires registrar status nameServers dnssec ds holder'],
  ['it', 'registro-it', 'created updated expires registrar status nameServers dnssec holder'],
  ['ca', 'cira', 'created updated expires registrar status nameServers dnssec holder'],
  ['us', 'godaddy-registry-us', generic],
  ['co', 'godaddy-registry', withoutServers],
  ['pl', 'nask', 'created updated expires registrar nameServers dnssec'],
  ['be', 'dns-belgium', 'created registrar status nameServers dnssec'],
  ['ir', 'irnic', 'updated expires nameServers holder'],
  ['jp', 'jprs', 'created updated expires status nameServers dnssec ds holder'],
  ['co.jp', 'jprs-co-jp', 'created updated expires status nameServers holder'],
  ['se', 'sunet-se', 'created updated expires registrar status nameServers dnssec'],
  ['io', 'identity-digital', generic],
  ['me', 'identity-digital', generic],
  ['ai', 'identity-digital', generic],
  ['at', 'nic-at', 'updated registrar nameServers holder'],
  ['kr', 'krnic', 'created updated expires registrar status nameServers dnssec holder'],
  ['cz', 'cznic', 'created expires registrar status nameServers dnssec holder'],
  ['mx', 'nic-mx', 'created updated expires registrar nameServers holder'],
  ['tr', 'trabis', 'created expires registrar status nameServers holder'],
  ['ua', 'hostmaster-ua', 'created updated expires registrar status nameServers holder abuse'],
  ['dk', 'punktum', 'created expires registrar status nameServers dnssec holder'],
  ['hu', 'nic-hu', 'created'],
  ['no', 'norid', 'created updated dnssec'],
  ['fi', 'traficom', 'created updated expires registrar status nameServers dnssec holder'],
  ['pt', 'dns-pt', 'created expires status nameServers dnssec holder'],
  ['ro', 'rotld', 'created expires registrar status nameServers dnssec'],
  ['sk', 'sk-nic', 'created updated expires registrar status nameServers holder'],
  ['tw', 'twnic', 'created expires registrar status nameServers holder'],
  ['kz', 'kaznic', 'created updated registrar status nameServers holder'],
  ['hk', 'hkirc', 'created expires registrar status nameServers dnssec holder'],
  ['za', 'zarc', 'created updated expires registrar status nameServers dnssec abuse'],
  ['info', 'afilias-info', generic],
  ['pro', 'dotpro-2013', 'created updated expires registrar status nameServers holder'],
  ['in', 'nixi-2025', generic],
  ['ch', 'switch-2018', 'registrar nameServers dnssec holder'],
  ['es', 'red-es-2013', 'nameServers holder'],
  ['cloud', 'tucows-cloud', 'created updated expires registrar status nameServers dnssec abuse'],
];

/** Smaller ones, most with a layout of their own. */
const further: readonly (readonly [ending: string, sample: string, fields: string])[] = [
  ['am', 'amnic', 'created updated expires registrar status nameServers holder'],
  ['bn', 'bnnic', 'created updated expires registrar status nameServers holder'],
  ['si', 'arnes', 'created expires registrar status nameServers'],
  ['lv', 'nic-lv', 'registrar status nameServers holder'],
  ['uz', 'uzinfocom', 'created updated expires registrar status nameServers holder'],
  ['nc', 'opt-nc', 'created updated expires nameServers'],
  ['im', 'nic-im', 'expires nameServers'],
  ['sn', 'nic-sn', 'created updated expires registrar status nameServers dnssec holder'],
  ['ac.uk', 'janet', 'created updated expires registrar nameServers holder'],
  ['th', 'thnic', 'created updated expires registrar status nameServers dnssec holder'],
  ['st', 'nic-st', 'created updated expires registrar status nameServers holder'],
  ['lu', 'dns-lu', 'registrar status nameServers'],
  ['bg', 'register-bg', 'status nameServers dnssec'],
  ['nu', 'iis-nu', 'created updated expires registrar status nameServers dnssec'],
  ['pe', 'nic-pe', 'registrar status nameServers holder'],
  ['tn', 'ati-tn', 'created registrar status nameServers dnssec holder'],
  ['ae', 'aeda', 'registrar status nameServers holder'],
  ['ug', 'eahd-ug', 'created updated expires status nameServers holder'],
  ['iq', 'cmc-iq', 'created updated expires registrar status nameServers dnssec holder'],
  ['co.ca', 'co-ca', 'created expires registrar nameServers'],
  ['ci', 'nic-ci', 'created updated expires registrar status nameServers dnssec'],
  ['dz', 'nic-dz', 'created registrar holder'],
  ['gg', 'cidr-gg', 'created registrar status nameServers holder'],
  ['is', 'isnic', 'created expires nameServers dnssec holder'],
  ['md', 'nic-md', 'created expires status nameServers'],
  ['rs', 'rnids', 'created updated expires registrar status nameServers dnssec holder'],
  ['ws', 'gdi-ws', 'created updated registrar status nameServers dnssec abuse'],
  ['museum', 'musedoma', 'created updated expires registrar status nameServers dnssec'],
  ['ie', 'weare-ie', 'created updated expires registrar status nameServers dnssec holder abuse'],
  ['my', 'mynic', 'created updated expires registrar status nameServers dnssec holder abuse'],
  ['tz', 'tznic', 'created updated expires registrar nameServers'],
  ['ve', 'nic-ve', 'created expires registrar nameServers'],
  ['ac.jp', 'jprs-ac-jp-japanese', 'created updated expires status nameServers holder'],
  ['mo', 'monic', 'created expires nameServers holder'],
  ['tk', 'dot-tk', 'created expires nameServers holder'],
  ['gov', 'dotgov-2026', 'created updated expires registrar status nameServers dnssec'],
  ['edu', 'educause', 'created updated expires nameServers holder'],
  ['hm', 'registry-hm', 'status nameServers'],
  ['hr', 'carnet-hr', 'expires holder'],
  ['by', 'cctld-by', 'created updated expires registrar nameServers holder'],
  ['int', 'iana-int', 'created updated nameServers dnssec ds holder'],
  ['cat', 'puntcat-2009', 'created updated expires status nameServers holder'],
  ['la', 'lanic', 'created updated expires registrar status nameServers dnssec abuse'],
  ['nz', 'nzrs-2026', 'created updated registrar status nameServers dnssec'],
  ['su', 'tci-su', 'created expires registrar status nameServers'],
  ['cd', 'nic-cd', 'created updated expires registrar status nameServers dnssec holder'],
  ['lt', 'domreg-lt-2026', 'created expires registrar status nameServers'],
  ['priv.at', 'priv-at', 'updated holder'],
];

/** No public record could be found for these. */
const withoutRecord = ['shop'] as const;

/** One line for each ending: the sample with its layout, and where a reply was read if not the sample's source (`-`). */
function readEndings() {
  const text = readFileSync(new URL('samples/endings.tsv', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [ending = '', sample = '', source = ''] = line.split('\t');
      return { ending, sample, source: source === '-' ? expectedOf(sample).documented : source };
    });
}

function fieldsOf(facts: RegistrationFacts): string[] {
  const holder = facts.contacts.find(({ role }) => role === 'registrant');
  const known = {
    created: facts.created,
    updated: facts.updated,
    expires: facts.expires,
    registrar: facts.registrar,
    status: facts.status[0],
    nameServers: facts.nameServers[0],
    dnssec: facts.dnssec,
    ds: facts.ds[0],
    holder: holder?.organization ?? holder?.name,
    abuse: facts.abuse,
  };
  return Object.entries(known).flatMap(([field, value]) => (value === null || value === undefined ? [] : [field]));
}

describe('the largest top-level domains', () => {
  it('are 60, besides .co.jp, which has a layout of its own', () => {
    const all = [...endings.map(([ending]) => ending), ...withoutRecord].filter((ending) => ending !== 'co.jp');
    expect(new Set(all).size).toBe(60);
  });

  it.each(endings)('.%s is read like the sample %s: %s', (_, sample, fields) => {
    expect(fieldsOf(sampleFacts(sample))).toEqual(fields.split(' '));
  });

  it.each(further)('and also .%s like the sample %s: %s', (_, sample, fields) => {
    expect(fieldsOf(sampleFacts(sample))).toEqual(fields.split(' '));
  });

  const readme = readFileSync(new URL('../../tools/whois/README.md', import.meta.url), 'utf8');

  it.each(withoutRecord)('.%s has no public record, as the README states', (ending) => {
    expect(readme).toContain(`For \`.${ending}\` no record could be found in public`);
  });

  it('and all of them are in the list of endings, once each', () => {
    const listed = new Map(readEndings().map(({ ending, sample }) => [ending, sample]));
    const known = [...endings, ...further];
    expect(known.filter(([ending]) => !listed.has(ending)).map(([ending]) => ending)).toEqual([]);
    expect(listed.size).toBe(readEndings().length);
  });

  it.each(readEndings())('.$ending has the layout of $sample (read in $source)', ({ sample, source }) => {
    expect(sampleNames).toContain(sample);
    expect(['record', 'reserved']).toContain(expectedOf(sample).replyClass);
    expect(source).toMatch(/\S/);
  });
});
