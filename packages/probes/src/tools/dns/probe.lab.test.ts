import { ToolError } from '@sonde/contract';
import { type DnsLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { askedMnemonics } from './tables.ts';

let lab: DnsLab;
let net: NodeNet;

beforeAll(async () => {
  lab = await startDnsLab();
  net = netFor(lab.resolver);
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

function netFor(resolvers: string): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolvers });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

const lookUp = (domain: string, through = net) =>
  measure(checkQuery('dns', { domain }), { net: through, data: noData, signal: AbortSignal.timeout(30_000) });

const failureOf = (domain: string, through = net): Promise<ToolError> =>
  lookUp(domain, through).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer.records)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

const rowsOf = async (domain: string, type: string, through = net) =>
  (await lookUp(domain, through)).records.find(({ recordName }) => recordName === type)?.data ?? [];

/** Final dots of names, and the white space that dig inserts into long fields, are not part of the value. */
const bare = (text: string) => text.replace(/\.(?=\s|$)/g, '').replace(/\s+/g, '');

/** What dig prints for all the types asked, as `owner TYPE rdata` without TTL; signatures included. */
async function digLines(domain: string): Promise<string[]> {
  const questions = askedMnemonics.flatMap((type) => ['-q', domain, '-t', type]);
  // TCP, because a busy machine loses UDP packets.
  const text = await lab.dig(['+tcp', '+noall', '+answer', '+dnssec', '+nosplit', ...questions]);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
  return sorted(
    lines.map((line) =>
      line.replace(
        /^(\S+)\s+\d+\s+IN\s+(\S+)\s+(.*)$/,
        (_, name, type, rdata) => `${bare(name)} ${type} ${bare(rdata)}`,
      ),
    ),
  );
}

async function ourLines(domain: string): Promise<string[]> {
  const { records } = await lookUp(domain);
  return sorted(
    records.flatMap(({ recordName, data }) =>
      data.map((row) => `${bare(row[0] ?? '')} ${recordName} ${bare(row.slice(1, -1).join(' '))}`),
    ),
  );
}

const sorted = (lines: readonly string[]) => [...new Set(lines)].sort();

describe('R3.10 every record, value by value as dig prints it', () => {
  test.each(['all.test', 'nsec.test', 'plain.test', 'edge.test', 'test'])('%s', async (zone) => {
    const domain = zone === 'test' ? 'www.plain.test' : zone;
    const expected = await digLines(domain);
    expect(expected.length).toBeGreaterThan(0);
    expect(await ourLines(domain)).toEqual(expected);
  });

  test('the signed zone has every type, TTLs, and as many cells as titles in every row', async () => {
    const answer = await lookUp('all.test');
    const wanted = ['A', 'AAAA', 'MX', 'NS', 'SOA', 'TXT', 'SRV', 'CAA', 'NAPTR', 'PTR', 'DS', 'DNSKEY', 'NSEC3PARAM'];
    wanted.push(
      'CDS',
      'CDNSKEY',
      'TLSA',
      'SSHFP',
      'HTTPS',
      'SVCB',
      'LOC',
      'HINFO',
      'RP',
      'URI',
      'OPENPGPKEY',
      'SMIMEA',
    );
    expect(answer.records.map(({ recordName }) => recordName)).toEqual(expect.arrayContaining(wanted));
    for (const { titles, data } of answer.records) {
      expect([titles[0], titles.at(-1)]).toEqual(['Name', 'TTL']);
      for (const row of data) {
        expect(row).toHaveLength(titles.length);
        expect(row.at(-1)).toMatch(/^\d+$/);
      }
    }
    expect(answer).toMatchObject({ authenticated: true, validationFailed: false, resolver: lab.resolver, gaps: [] });
  });

  test('does not call an unsigned zone authenticated', async () => {
    expect(await lookUp('plain.test')).toMatchObject({ authenticated: false, gaps: [] });
  });
});

describe('aliases', () => {
  test('a chain of five is shown as records, with the address at its end under its own name', async () => {
    expect((await rowsOf('chain1.edge.test', 'CNAME')).map(([name, target]) => `${name} ${target}`)).toEqual([
      'chain1.edge.test chain2.edge.test',
      'chain2.edge.test chain3.edge.test',
      'chain3.edge.test chain4.edge.test',
      'chain4.edge.test chain5.edge.test',
      'chain5.edge.test chain-end.edge.test',
    ]);
    expect((await rowsOf('chain1.edge.test', 'A')).map((row) => row.slice(0, 2))).toEqual([
      ['chain-end.edge.test', '192.0.2.30'],
    ]);
  });

  test.each(['loop1.edge.test', 'self.edge.test'])('the loop of %s is a failure with its reason', async (name) => {
    expect(await failureOf(name)).toMatchObject({ code: 'protocol', reason: 'cname-loop' });
  });

  test('an alias to a missing name is still a record', async () => {
    expect((await rowsOf('dangling.edge.test', 'CNAME'))[0]?.[1]).toBe('nowhere.edge.test');
  });

  test('a name under a signed DNAME is not called bogus', async () => {
    expect(await lookUp('www.dname.all.test')).toMatchObject({ validationFailed: false, gaps: [] });
  });

  test('DNAME and the alias synthesized from it', async () => {
    const { records } = await lookUp('www.dname.edge.test');
    expect(records.map(({ recordName }) => recordName)).toEqual(expect.arrayContaining(['A', 'CNAME', 'DNAME']));
  });
});

describe('no records', () => {
  test('R8.11 a name that does not exist', async () => {
    for (const name of ['nope.edge.test', 'nope.all.test', 'below.host.wild.edge.test']) {
      expect(await failureOf(name)).toMatchObject({
        code: 'not-found',
        reason: 'nxdomain',
        message: 'No DNS records found for this domain',
      });
    }
  });

  test('a name that exists without records of the type', async () => {
    for (const name of ['nodata.edge.test', 'empty.edge.test']) {
      expect(await failureOf(name)).toMatchObject({
        code: 'not-found',
        reason: 'nodata',
        message: 'No DNS records found for this domain',
      });
    }
  });

  test('a wildcard’s answer is shown under the name asked for', async () => {
    expect((await rowsOf('anything.wild.edge.test', 'A'))[0]?.slice(0, 2)).toEqual([
      'anything.wild.edge.test',
      '192.0.2.31',
    ]);
  });
});

describe('answers too large for one datagram', () => {
  test('all of 200 addresses arrive by TCP', async () => {
    expect(await rowsOf('many.edge.test', 'A')).toHaveLength(200);
  });

  test('a text of 47 kB', async () => {
    const [row] = await rowsOf('long.edge.test', 'TXT');
    expect(row?.[1]?.match(/"[^"]*"/g)).toHaveLength(184);
  });
});

describe('all bytes are shown and cannot inject markup', () => {
  test.each([
    ['quotes', '"say \\"hello\\""'],
    ['backslash', '"back\\\\slash"'],
    ['nul', '"a\\000b"'],
    ['control', '"\\001\\010\\013\\027[31m\\127"'],
    ['octets', '"\\128\\255\\254"'],
    ['script', '"<script>alert(1)</script>"'],
    ['split', '"one" "two " "" "three"'],
    ['empty-string', '""'],
  ])('%s', async (name, text) => {
    expect((await rowsOf(`${name}.edge.test`, 'TXT'))[0]?.[1]).toBe(text);
  });
});

describe('names', () => {
  const longest = ['a'.repeat(51), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(63), 'edge.test'].join('.');

  test.each([
    ['BÜCHER.edge.test', '192.0.2.33'],
    [' mixed.edge.test. ', '192.0.2.35'],
    [`${'a'.repeat(63)}.edge.test`, '192.0.2.36'],
    [longest, '192.0.2.37'],
  ])('%s', async (name, address) => {
    expect((await rowsOf(name, 'A'))[0]?.[1]).toBe(address);
  });

  test('an underscore label', async () => {
    expect((await rowsOf('_service._tcp.edge.test', 'SRV'))[0]).toEqual([
      '_service._tcp.edge.test',
      '0',
      '0',
      '443',
      'www.plain.test',
      '300',
    ]);
  });

  test('rejects labels and names that are one octet too long', async () => {
    expect(() => checkQuery('dns', { domain: `${'a'.repeat(64)}.edge.test` })).toThrow('valid domain');
    expect(() => checkQuery('dns', { domain: `a${longest}` })).toThrow('valid domain');
  });

  test('the smallest and the largest TTL', async () => {
    expect((await rowsOf('ttl-zero.edge.test', 'A'))[0]?.[2]).toBe('0');
    expect(Number((await rowsOf('ttl-max.edge.test', 'A'))[0]?.[2])).toBeGreaterThan(0);
  });
});

describe('servers that fail', () => {
  test.each([
    ['lame.test', 'source-failed', 'servfail'],
    ['refused.test', 'source-failed', 'servfail'],
  ])('%s is %s, never "not found"', async (name, code, reason) => {
    expect(await failureOf(name)).toMatchObject({
      code,
      reason,
      message: 'Failed to fetch DNS records. Please try again.',
    });
  });

  test('a silent name server fails in time with its reason', async () => {
    const error = await failureOf('silent.test');
    expect(['servfail', 'timeout']).toContain(error.reason);
  });

  test('types that fail are gaps', async () => {
    const { records, gaps } = await lookUp('partial.test');
    expect(records.map(({ recordName }) => recordName)).toContain('A');
    expect(gaps).toEqual(
      expect.arrayContaining([
        { part: 'MX', code: 'source-failed' },
        { part: 'TXT', code: 'source-failed' },
      ]),
    );
  });

  test.each(['bogus.test', 'expired.test'])('%s is shown without validation, and marked as such', async (name) => {
    const answer = await lookUp(name);
    expect(answer.records.map(({ recordName }) => recordName)).toContain('A');
    expect(answer).toMatchObject({ validationFailed: true, authenticated: false });
    expect(answer.gaps).toContainEqual({ part: 'DNSSEC validation', code: 'protocol' });
  });
});
