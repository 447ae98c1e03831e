import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askedType,
  createStage,
  openSockets,
  reasonOf,
  replyTo,
  type ScriptedServer,
} from '../testing/scripted-dns-server.ts';
import { createNodeNet, type NodeNet } from './node-net.ts';
import type { NetSettings } from './settings.ts';

const A = 1;
const CNAME = 5;
const AAAA = 28;
const never = new AbortController().signal;

const closed: NetSettings = { resolvers: [], allowNetworks: [], denyTargets: [], allowPorts: [] };

const stage = createStage();
/** Of other test files in this process. */
let before = 0;
beforeEach(() => {
  before = openSockets().length;
});
afterEach(async () => {
  stage.clear();
  await vi.waitFor(() => expect(openSockets().length).toBeLessThanOrEqual(before));
});

interface Zone {
  readonly a?: readonly string[];
  readonly aaaa?: readonly Buffer[];
  readonly rcodes?: Readonly<Record<number, number>>;
}

/** A resolver that returns the same addresses for every name. */
function serve({ a = [], aaaa = [], rcodes = {} }: Zone): Promise<ScriptedServer> {
  return stage.serve({
    udp: ({ bytes, reply }) => {
      const type = askedType(bytes);
      const answers = type === A ? a.map((text) => Buffer.from(text.split('.').map(Number))) : aaaa;
      reply(replyTo(bytes, { rcode: rcodes[type] ?? 0, answers }));
    },
  });
}

function netOf(server: ScriptedServer, settings: Partial<NetSettings> = {}): NodeNet {
  return stage.own(createNodeNet({ ...closed, resolvers: [server], ...settings }));
}

/** An alias, followed in replies about IPv4 by its public address. */
function aliasReply(query: Buffer, alias: string): Buffer {
  const labels = alias.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  const target = Buffer.from([...labels, 0]);
  const hasAddress = askedType(query) === A;
  const reply = replyTo(query, { answers: hasAddress ? [target, Buffer.of(1, 1, 1, 1)] : [target] });
  const [ownerOctets, fixedOctets, addressOctets] = [2, 12, 4];
  const address = reply.length - (hasAddress ? fixedOctets + addressOctets : 0);
  const first = address - target.length - fixedOctets;
  reply.writeUInt16BE(CNAME, first + ownerOctets);
  // The second record's owner is a pointer to the name in the first record's data.
  if (hasAddress) reply.writeUInt16BE(0xc000 | (first + fixedOctets), address);
  return reply;
}

const publicSix = Buffer.from('26064700000000000000000000001111', 'hex');
const nat64Six = Buffer.from('0064ff9b000000000000000001010101', 'hex');

describe('resolve', () => {
  it('returns the addresses of both families', async () => {
    const net = netOf(await serve({ a: ['1.1.1.1', '1.0.0.1'], aaaa: [publicSix] }));
    expect(await net.resolve('Example.com.', never)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '1.0.0.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('sends no query for literal addresses', async () => {
    const server = await serve({});
    expect(await netOf(server).resolve('1.1.1.1', never)).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await reasonOf(netOf(server).resolve('127.0.0.1', never))).toBe('special-use');
    expect(await reasonOf(netOf(server).resolve('127.1', never))).toBe('special-use');
    expect(server.queries).toEqual([]);
  });

  it('leaves out refused addresses, including NAT64', async () => {
    const net = netOf(await serve({ a: ['10.0.0.1', '1.1.1.1'], aaaa: [nat64Six] }));
    expect(await net.resolve('a.example', never)).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  it('refuses a name all of whose addresses are refused', async () => {
    const server = await serve({ a: ['169.254.169.254'], aaaa: [nat64Six] });
    expect(await reasonOf(netOf(server).resolve('a.example', never))).toBe('special-use');
    const open = netOf(server, { allowNetworks: ['169.254.0.0/16'] });
    expect(await open.resolve('a.example', never)).toEqual([{ address: '169.254.169.254', family: 4 }]);
  });

  it.each([
    ['nxdomain', { rcodes: { [A]: 3, [AAAA]: 3 } }],
    ['no-address', {}],
    ['servfail', { rcodes: { [A]: 2, [AAAA]: 2 } }],
    ['servfail', { rcodes: { [AAAA]: 2 } }],
  ] as const)('ends with %s for %j', async (reason, zone) => {
    expect(await reasonOf(netOf(await serve(zone)).resolve('a.example', never))).toBe(reason);
  });

  it('succeeds with one family when the other fails', async () => {
    const net = netOf(await serve({ a: ['1.1.1.1'], rcodes: { [AAAA]: 2 } }));
    expect(await net.resolve('a.example', never)).toHaveLength(1);
  });

  it('fails with cname-loop when aliases form a loop', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        const answer = replyTo(bytes, { answers: [Buffer.of(0xc0, 12)] });
        // The type field follows the two octets of the owner: as CNAME, the record makes the name an alias of itself.
        answer.writeUInt16BE(CNAME, answer.length - 12);
        reply(answer);
      },
    });
    expect(await reasonOf(netOf(server).resolve('a.example', never))).toBe('cname-loop');
  });

  it('refuses denied names, aliases of them, and denied addresses', async () => {
    const denyTargets = ['denied.example', '1.0.0.0/24'];
    const server = await serve({ a: ['1.0.0.1'] });
    const net = netOf(server, { denyTargets });
    expect(await reasonOf(net.resolve('a.denied.example', never))).toBe('denied');
    expect(server.queries).toEqual([]);
    expect(await reasonOf(net.resolve('a.example', never))).toBe('denied');
    const aliasing = await stage.serve({ udp: ({ bytes, reply }) => reply(aliasReply(bytes, 'x.denied.example')) });
    expect(await reasonOf(netOf(aliasing, { denyTargets }).resolve('a.example', never))).toBe('denied');
    expect(await netOf(aliasing).resolve('a.example', never)).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  it('ends with the reason of the signal', async () => {
    const caller = new AbortController();
    const server = await stage.serve({ udp: () => caller.abort('enough') });
    await expect(netOf(server).resolve('a.example', caller.signal)).rejects.toBe('enough');
    await expect(netOf(server).resolve('1.1.1.1', caller.signal)).rejects.toBe('enough');
  });
});

describe('ask', () => {
  it('does not ask the resolver about local names', async () => {
    const server = await serve({ a: ['10.0.0.1'] });
    const net = netOf(server);
    for (const name of ['db.internal', 'localhost', '1.0.0.10.in-addr.arpa', 'd.f.ip6.arpa']) {
      expect(await reasonOf(net.ask({ name, type: A }, never))).toBe('special-use');
    }
    expect(server.queries).toEqual([]);
  });

  it('returns private addresses of public names, as data that is never connected to', async () => {
    const net = netOf(await serve({ a: ['10.0.0.1'] }));
    const { message } = await net.ask({ name: 'a.example', type: A }, never);
    expect(message.answers[0]?.fields).toEqual(['10.0.0.1']);
  });

  it('fails when the network layer is closed', async () => {
    const open: { close(): void }[] = [];
    const server = await stage.serve({ udp: () => open[0]?.close() });
    const net = netOf(server);
    open.push(net);
    expect(await reasonOf(net.ask({ name: 'a.example', type: A }, never))).toBe('unreachable');
    expect(await reasonOf(net.ask({ name: 'a.example', type: A }, never))).toBe('unreachable');
  });
});

it('rejects an invalid network', () => {
  expect(() => createNodeNet({ ...closed, allowNetworks: ['x'] })).toThrow(RangeError);
});
