import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Snapshot } from '../snapshots/snapshot.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { answerFacts } from './answer-facts.ts';
import { factLabel } from './change-labels.ts';
import { changesInWords } from './change-words.ts';

const SAMPLES = new URL('../snapshots/samples/schema-1/', import.meta.url);
const samples = readdirSync(SAMPLES);

/** A kept answer and a copy with some texts replaced, as if measured again. */
function measuredTwice(id: ToolId, replaced: Readonly<Record<string, string>>) {
  const { parts } = Snapshot.parse(JSON.parse(readFileSync(new URL(`${id}.json`, SAMPLES), 'utf8')));
  const before = parts[0]?.outcome._data;
  if (before == null) throw new Error(`the sample of ${id} is no answer`);
  let text = JSON.stringify(before);
  for (const [old, now] of Object.entries(replaced)) {
    expect(text).toContain(old);
    text = text.replaceAll(old, now);
  }
  return { before, after: JSON.parse(text) as typeof before };
}

interface Change {
  readonly replaced: Readonly<Record<string, string>>;
  readonly sentences: readonly string[];
}

const toolIds = Object.keys(tools) as ToolId[];

/** One change or a few in an answer of each of these tools. */
const cases: Readonly<Partial<Record<ToolId, Change>>> = {
  geo: { replaced: { '127.53.0.10': '192.0.2.7' }, sentences: ['Addresses: New: 192.0.2.7. Gone: 127.53.0.10.'] },
  ssl: {
    replaced: { '"TLSv1.2"': '"TLSv1.1"', 'CN=Demo Issuing CA': 'CN=Other CA' },
    sentences: [
      'Issuer of the certificate: O=Sonde Demo,CN=Other CA; it was O=Sonde Demo,CN=Demo Issuing CA.',
      'TLSv1.1 enabled: yes; it was no.',
      'TLSv1.2 enabled: no; it was yes.',
    ],
  },
  whois: {
    replaced: { '"9999"': '"146"', 'ns1.example.test': 'ns1.other.test', '2031-08-13': '2032-08-13' },
    sentences: [
      'Registrar (IANA ID, or name): 146; it was 9999.',
      'Ends: 2032-08-13; it was 2031-08-13.',
      'Expires at the registrar: 2032-08-13; it was 2031-08-13.',
      'Name servers: New: ns1.other.test. Gone: ns1.example.test.',
    ],
  },
  dns: {
    replaced: { '127.53.0.10': '192.0.2.99', 'demo-ca.test': 'other-ca.test' },
    sentences: [
      'A records: New: shop.test 192.0.2.99. Gone: shop.test 127.53.0.10.',
      'CAA records: New: shop.test 0 issue "other-ca.test". Gone: shop.test 0 issue "demo-ca.test".',
    ],
  },
  subdomain: {
    replaced: { 'beta.shop.test': 'gamma.shop.test' },
    sentences: ['Names: New: gamma.shop.test. Gone: beta.shop.test.'],
  },
  ping: { replaced: { '"packetsReceived":2': '"packetsReceived":0' }, sentences: ['Answers pings: no; it was yes.'] },
  mac: {
    replaced: { TELEPLATFORMS: 'Other Ltd' },
    sentences: ['Registrations: New: 70:b3:d5:f2:f/36 Other Ltd. Gone: 70:b3:d5:f2:f/36 TELEPLATFORMS.'],
  },
  delegation: {
    replaced: { '"recursion":false': '"recursion":true', 'ns2.test': 'ns3.test' },
    sentences: [
      'Name servers at the parent: New: ns3.test. Gone: ns2.test.',
      'Name servers in the zone: New: ns3.test. Gone: ns2.test.',
      'ns1.test 127.53.2.1 is an open resolver: yes; it was no.',
    ],
  },
  traceroute: {
    replaced: { '"reached":"target"': '"reached":"silent"' },
    sentences: ['End of the path: no answer; it was at the target.'],
  },
  mail: {
    replaced: { 'v=DMARC1; p=reject': 'v=DMARC1; p=none', '"policy":"reject"': '"policy":"none"' },
    sentences: [
      'DMARC record: New: v=DMARC1; p=none; rua=mailto:dmarc@shop.test. Gone: v=DMARC1; p=reject; rua=mailto:dmarc@shop.test.',
      'DMARC policy: none; it was reject.',
    ],
  },
};

describe('changes in words', () => {
  it.each(Object.entries(cases) as [ToolId, Change][])('are sentences for %s', (id, { replaced, sentences }) => {
    const { before, after } = measuredTwice(id, replaced);
    const { changes, compared } = changesInWords(id, before, after);
    expect(compared).toBeGreaterThan(0);
    expect(changes.map(({ label, text }) => `${label}: ${text}`)).toEqual(sentences);
  });

  it.each(toolIds.filter((id) => samples.includes(`${id}.json`)))('have a label for every fact of %s', (id) => {
    const paths = [...answerFacts(id, measuredTwice(id, {}).before).keys()];
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => factLabel(id, path) === path)).toEqual([]);
  });
});
