import { expect, test } from 'vitest';
import { type AuthorityQuestion, type AuthorityReply, NetFailure } from '../../net/net.ts';
import type { DnsMessage, ResourceRecord } from '../../protocols/dns-message/message.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { record } from '../../testing/scripted-dns.ts';
import { dnsMessage } from '../../testing/scripted-net.ts';
import { examine, ownAddressesOf } from './examine.ts';
import { createWalkTools, type WalkContext, walkTo } from './walk.ts';

/** The replies of a malicious server; real servers are in the tool's lab test. */
type Script = (
  address: string,
  name: string,
  type: string,
  question: AuthorityQuestion,
) => Partial<DnsMessage> | NetFailure;

const ROOT = '198.51.100.1';
const mnemonics = ['NS', 'SOA', 'DNSKEY', 'DS', 'A', 'AAAA', 'AXFR', 'CDS', 'CDNSKEY', 'NSEC3PARAM'];
const mnemonicOf = (type: number) => mnemonics.find((mnemonic) => typeNumber(mnemonic) === type) ?? String(type);
const soa = (zone: string) =>
  record(zone, 'SOA', 60, 'ns.example', 'host.example', '1', '7200', '3600', '1209600', '60');
const ns = (zone: string, target: string) => record(zone, 'NS', 60, target);
const own = (...answers: ResourceRecord[]): Partial<DnsMessage> => ({ isAuthoritative: true, answers });
const refers = (
  zone: string,
  names: readonly string[],
  glue: Readonly<Record<string, string>>,
): Partial<DnsMessage> => ({
  authorities: names.map((name) => ns(zone, name)),
  additionals: Object.entries(glue).map(([name, address]) => record(name, 'A', 60, address)),
});

async function walk(domain: string, script: Script, addresses: readonly string[] = [ROOT]) {
  const asked: (AuthorityQuestion & { readonly address: string })[] = [];
  const askAt = async (address: string, question: AuthorityQuestion): Promise<AuthorityReply> => {
    asked.push({ ...question, address });
    const said = script(address, question.name, mnemonicOf(question.type), question);
    if (said instanceof NetFailure) throw said;
    const message = dnsMessage(question, { isRecursionAvailable: false, ...said });
    return { message, transport: 'udp', bytes: 100, timeMs: 1, isPartial: message.isTruncated };
  };
  const context: WalkContext = {
    net: { askAt },
    signal: AbortSignal.timeout(20_000),
    start: {
      servers: [{ name: 'a.root', addresses }],
      ds: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'AA' }],
    },
    preFlight: { servers: [], ds: [] },
    nowSeconds: 1_800_000_000,
    onZone: () => {},
    limits: { questions: 400, octets: 100_000, questionsPerSecond: 1000, milliseconds: 10_000 },
  };
  const tools = createWalkTools(context);
  const found = await walkTo(domain, context, tools);
  return { ...found, asked, tools };
}

const rootThen =
  (next: Script): Script =>
  (address, name, type, question) =>
    address === ROOT && type === 'SOA' && name === '.' ? own(soa('.')) : next(address, name, type, question);

test('a referral to the zone itself or above does not count, and ends the walk', async () => {
  const { zones, nameExists } = await walk(
    'a.example',
    rootThen(() => refers('.', ['a.root'], { 'a.root': ROOT })),
  );
  expect(zones.map(({ name }) => name)).toEqual(['.']);
  expect(nameExists).toBeNull();
});

test('ignores an address for a name outside the zone that was asked', async () => {
  const { asked } = await walk(
    'a.example',
    rootThen((address, name, type) => {
      if (address === ROOT && name === 'example')
        return refers('example', ['ns.example'], { 'ns.example': '198.51.100.2' });
      if (address === ROOT) return { rcode: 3, isAuthoritative: true };
      if (type === 'SOA' && name === 'example') return own(soa('example'));
      return refers('a.example', ['ns.victim.test'], { 'ns.victim.test': '203.0.113.66' });
    }),
  );
  expect(asked.map(({ address }) => address)).not.toContain('203.0.113.66');
  expect(asked.some(({ address, name }) => address === ROOT && name === 'ns.victim.test')).toBe(true);
});

test('ends within the limits for five hundred server names, and for names in a cycle', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `ns${index}.other${index}`);
  const { zones, asked } = await walk(
    'example',
    rootThen((_address, name) => {
      if (name === 'example') return refers('example', names, {});
      const index = Number(/(\d+)$/.exec(name)?.[1] ?? 0);
      return refers(`other${index}`, [`ns.other${index + 1}`], {});
    }),
  );
  expect(zones.at(-1)?.servers).toHaveLength(8);
  expect(zones.at(-1)?.judged.status).toBe('not-determinable');
  expect(asked.length).toBeLessThanOrEqual(400);
});

test('asks no more than the limit allows, and reports it', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `198.51.${index}.9`);
  const { asked, tools } = await walk(
    `${'a.'.repeat(60)}example`,
    (_address, name, type) => (type === 'SOA' && name === '.' ? own(soa('.')) : own()),
    many,
  );
  expect(asked.length).toBeLessThanOrEqual(400);
  expect(new Set(asked.map(({ address }) => address)).size).toBe(4);
  // Octets are limited too: 100 each, up to 100,000.
  expect(tools.asker.asked).toBe(asked.length);
});

test('reports a special-use address in a referral that the guard refuses', async () => {
  const { zones, tools } = await walk(
    'example',
    rootThen((address, name) => {
      if (address !== ROOT) return new NetFailure('special-use', address);
      return name === 'example' ? refers('example', ['ns.example'], { 'ns.example': '127.0.0.1' }) : own();
    }),
  );
  const last = zones.at(-1);
  expect([...(last?.views[0]?.said.values() ?? [])].every(({ failure }) => failure === 'special-use')).toBe(true);
  if (last !== undefined) expect((await examine(last, last.name, tools)).judged.status).toBe('not-determinable');
});

test('detects at the root that the machine has no IPv6, and then uses IPv4 only', async () => {
  const { hasIpv6, asked } = await walk(
    'example',
    rootThen((address, name) => {
      if (address.includes(':')) return new NetFailure('unreachable', address);
      return name === 'example' && address === ROOT
        ? {
            ...refers('example', ['ns.example'], { 'ns.example': '198.51.100.2' }),
            additionals: [
              record('ns.example', 'A', 60, '198.51.100.2'),
              record('ns.example', 'AAAA', 60, '2001:db8::2'),
            ],
          }
        : own();
    }),
    [ROOT, '2001:db8::1'],
  );
  expect(hasIpv6).toBe(false);
  expect(asked.map(({ address }) => address)).not.toContain('2001:db8::2');
});

test('treats the root and everything below as bogus if no key of the root signs the answers', async () => {
  const { zones } = await walk(
    'example',
    rootThen((address, name, type) => {
      if (type === 'DNSKEY' && name === '.') return own();
      if (name === 'example' && address === ROOT)
        return refers('example', ['ns.example'], { 'ns.example': '198.51.100.2' });
      return type === 'SOA' ? own(soa(name)) : own();
    }),
  );
  expect(zones.map(({ judged }) => judged.status)).toEqual(['bogus', 'bogus']);
});

/** The root refers to one server of `example`, which answers as scripted. */
const atOne =
  (says: Script): Script =>
  (address, name, type, question) => {
    if (address !== ROOT) return says(address, name, type, question);
    if (name === '.') return type === 'SOA' ? own(soa('.')) : own();
    return refers('example', ['ns.example'], { 'ns.example': '198.51.100.2' });
  };

test('SERVFAIL counts only if a second question gets it as well', async () => {
  const failed = new Map<string, number>();
  const failing = (times: number) =>
    atOne((_address, name, type) => {
      const before = failed.get(`${times} ${name} ${type}`) ?? 0;
      failed.set(`${times} ${name} ${type}`, before + 1);
      return before < times ? { rcode: 2 } : type === 'SOA' ? own(soa('example')) : own();
    });
  const rcodeAfter = async (times: number) => {
    const { zones } = await walk('example', failing(times));
    return zones.at(-1)?.views[0]?.said.get('example 6')?.reply?.message.rcode;
  };
  expect(await rcodeAfter(1)).toBe(0);
  expect(await rcodeAfter(2)).toBe(2);
  expect(failed.get('2 example SOA')).toBe(2);
});

test('a server that refuses options is asked without them, and one that refuses EDNS(0) without that', async () => {
  const usedWith = async (refuses: (question: AuthorityQuestion) => boolean) => {
    const { zones } = await walk(
      'example',
      atOne((_address, _name, type, question) =>
        refuses(question) ? { rcode: 1, hasEdns: false } : type === 'SOA' ? own(soa('example')) : own(),
      ),
    );
    const said = zones.at(-1)?.views[0]?.said.get('example 6');
    return said?.reply === null ? null : said?.edns;
  };
  expect(await usedWith(() => false)).toBe('options');
  expect(await usedWith(({ options, withoutEdns }) => withoutEdns !== true && options === undefined)).toBe(
    'no-options',
  );
  expect(await usedWith(({ withoutEdns }) => withoutEdns !== true)).toBe('none');
});

test('an answer that was cut off does not prove that a server has no address', async () => {
  const { zones, tools } = await walk(
    'example',
    atOne((_address, name, type) => {
      if (type === 'SOA') return own(soa('example'));
      if (type === 'NS' && name === 'example') return own(ns('example', 'ns.example'));
      return { ...own(), isTruncated: true };
    }),
  );
  const last = zones.at(-1);
  if (last === undefined) throw new Error('no zone');
  const { views } = await examine(last, last.name, tools);
  expect(ownAddressesOf(views, 'ns.example')).toBeNull();
});
