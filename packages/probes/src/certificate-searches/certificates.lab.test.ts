import {
  type CertificateSearchLab,
  type MaliciousWebServer,
  reply,
  startCertificateSearchLab,
  startMaliciousWebServer,
  type WebServerBehaviour,
} from '@sonde/lab';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import type { LocalData } from '../data/data.ts';
import { defaultLimitSettings } from '../limits/settings.ts';
import { createTargetLimits } from '../limits/target-limits.ts';
import type { Net } from '../net/net.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { noData } from '../testing/no-data.ts';
import { dnsAnswer } from '../testing/scripted-net.ts';
import { nobody } from '../work/work.ts';
import { type CertificatesQuestion, canReadIssuances, measureCertificates } from './measure-certificates.ts';

const CAA = 257;
const NAME_ERROR = 3;
const SHOP = 'shop.test';

const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: '127.0.0.1:9' });
if (settings === null) throw new Error(problems.join(' '));
const real: NodeNet = createNodeNet(settings);
afterAll(() => real.close());

let lab: CertificateSearchLab;
const servers: MaliciousWebServer[] = [];
beforeEach(async () => {
  lab = await startCertificateSearchLab();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await lab.stop();
});

interface World {
  /** By name: the value of its CAA records, `tag value`. */
  readonly caa?: Readonly<Record<string, readonly string[]>>;
  /** By name: where its web server is. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly url?: string;
}

const dataFor = (url: string): LocalData => ({
  ...noData,
  names: { words: async () => [], certificateSearches: [{ kind: 'certspotter', url }] },
});

/** The network: real connections to the servers of the lab, wherever their names would lead, and CAA records. */
function netOf({ caa = {}, ports = {} }: World, asked: string[]): Net {
  return {
    ...real,
    async ask(question) {
      asked.push(question.name);
      const values = caa[question.name];
      if (question.type !== CAA || question.name === 'test') return dnsAnswer(question, { rcode: NAME_ERROR });
      const records = (values ?? []).map((value) => {
        const [tag = '', ...rest] = value.split(' ');
        return { name: question.name, type: CAA, ttlSeconds: 60, fields: ['0', tag, `"${rest.join(' ')}"`] };
      });
      return dnsAnswer(question, { records });
    },
    connect(target, limits, signal) {
      const port = ports[target.host];
      if (port === undefined) return real.connect({ ...target, host: '127.0.0.1' }, limits, signal);
      return real.connect({ host: '127.0.0.1', port, isOperators: true }, limits, signal);
    },
  };
}

function look(question: Partial<CertificatesQuestion> = {}, world: World = {}, asked: string[] = []) {
  return measureCertificates(
    { domain: SHOP, last: null, isOpen: () => true, ...question },
    {
      net: netOf(world, asked),
      data: dataFor(world.url ?? lab.url),
      limits: createTargetLimits(defaultLimitSettings),
      owner: nobody,
      signal: AbortSignal.timeout(60_000),
    },
  );
}

const hostOf = () => new URL(lab.url).host;

describe('certificates of a domain in a search', () => {
  it('are read from certificates and precertificates, which are one issuance', async () => {
    const { precertificate, certificate, names, serial, keySha256 } = await lab.order([SHOP, '*.shop.test']);
    lab.log(precertificate, names);
    const first = await look();
    expect(first.issuances).toMatchObject([
      {
        issuer: 'CN=Lab Authority R1,O=Lab Authority,C=DE',
        serial: serial.replace(/..(?=.)/g, '$&:'),
        ...{ keySha256, names: [SHOP, '*.shop.test'], isPrecertificate: true, caaDomains: ['lab-authority.test'] },
      },
    ]);
    lab.log(certificate, names);
    const both = await look();
    expect(both.issuances).toHaveLength(1);
    expect(both.issuances[0]).toMatchObject({ id: first.issuances[0]?.id, keySha256, isPrecertificate: false });
    const behind = await look({ last: { search: hostOf(), cursor: first.cursor } });
    expect(behind.issuances).toEqual(both.issuances);
  });

  it('are read page by page, then only behind the cursor, which counts for its own search', async () => {
    const ordered = await Promise.all(Array.from({ length: 7 }, (_, index) => lab.order([`n${index}.${SHOP}`])));
    for (const { certificate, names } of ordered) lab.log(certificate, names);
    const all = await look();
    expect(all.issuances.map(({ names }) => names[0])).toEqual(ordered.map(({ names }) => names[0]));
    expect([all.isComplete, lab.requests.length]).toEqual([true, 4]);
    const none = await look({ last: { search: hostOf(), cursor: all.cursor } });
    expect([none.issuances, none.cursor, none.isComplete, lab.requests.length]).toEqual([[], all.cursor, true, 5]);
    const other = await look({ last: { search: 'search.example', cursor: all.cursor } });
    expect(other.issuances).toHaveLength(7);
  });

  it('leaves for later what is too much at once, and loses nothing', async () => {
    const ordered = await lab.order([SHOP]);
    for (let count = 0; count < 20; count++) lab.log(ordered.certificate, ordered.names);
    const first = await look();
    expect([first.isComplete, lab.requests.length]).toEqual([false, 5]);
    const second = await look({ last: { search: hostOf(), cursor: first.cursor } });
    expect(second.isComplete).toBe(true);
    const asked = lab.requests.map((target) => new URL(target, lab.url).searchParams.get('after'));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('come with the keys that servers present, and the CAA records of the nearest names', async () => {
    const ordered = await lab.order([SHOP, 'www.shop.test', 'away.shop.test', 'of-another.test']);
    lab.log(ordered.certificate, ordered.names);
    const port = await lab.serve(ordered);
    const asked: string[] = [];
    const caa = { [SHOP]: ['issue lab-authority.test; accounturi=https://ca.test/7', 'iodef mailto:a@shop.test'] };
    const found = await look({}, { caa, ports: { [SHOP]: port, 'www.shop.test': port } }, asked);
    expect([...found.servedKeys]).toEqual([
      [SHOP, ordered.keySha256],
      ['www.shop.test', ordered.keySha256],
      ['away.shop.test', null],
    ]);
    const allowed = [{ tag: 'issue', issuer: 'lab-authority.test', account: 'https://ca.test/7' }];
    expect(found.caa).toEqual(new Map([SHOP, 'www.shop.test', 'away.shop.test'].map((name) => [name, allowed])));
    expect(asked.toSorted()).toEqual(['away.shop.test', SHOP, 'www.shop.test']);
  });

  it('with names that the DNS cannot have are told apart, and not asked about', async () => {
    const names = [`a..${SHOP}`, `${'x'.repeat(64)}.${SHOP}`, `<b>.${SHOP}`, `*.${SHOP}`, `www.${SHOP}`];
    lab.break({ body: JSON.stringify([{ id: '1', dns_names: names, tbs_sha256: 'ab' }]) });
    const asked: string[] = [];
    let looks = 0;
    const isOpen = () => {
      looks += 1;
      lab.break({ body: '[]' });
      return true;
    };
    const found = await look({ isOpen }, {}, asked);
    expect([looks, found.issuances.map(({ id }) => id), found.issuances[0]?.names]).toEqual([1, ['body ab'], names]);
    expect([...found.servedKeys.keys()]).toEqual([SHOP, `www.${SHOP}`]);
    expect(asked.toSorted()).toEqual([SHOP, 'test', `www.${SHOP}`]);
  });

  it('asks nobody but the server of the domain about what needs no judgement', async () => {
    const ordered = await lab.order(['www.shop.test']);
    lab.log(ordered.certificate, ordered.names);
    const asked: string[] = [];
    const found = await look({ isOpen: () => false }, {}, asked);
    expect([[...found.servedKeys.keys()], asked, found.issuances.length]).toEqual([[SHOP], [], 1]);
  });

  it.each(
    firstOf(1, [
      [
        { status: 429, retryAfter: '1800' },
        { code: 'source-failed', reason: 'source-limited', retryAfterSeconds: 1800 },
      ],
      [{ status: 429 }, { code: 'source-failed', reason: 'source-limited' }],
      [{ status: 502 }, { code: 'source-failed', reason: null }],
      [{ body: '<html>' }, { code: 'protocol' }],
      [{ body: '{"code":"x"}' }, { code: 'protocol' }],
      [{ body: '[{"names":[]}]' }, { code: 'protocol' }],
      [{ body: '[{"id":"1"}]' }, { code: 'protocol' }],
    ]),
  )('fails as %j says', async (fault, failure) => {
    lab.break(fault);
    await expect(look()).rejects.toMatchObject(failure);
  });

  it.each<[string, WebServerBehaviour]>(
    firstOf<[string, WebServerBehaviour]>(1, [
      ['50 MB', (socket) => reply(socket, { body: Buffer.alloc(50_000_000, 0x20) })],
      ['nothing', (socket) => socket.destroy()],
    ]),
  )('fails when the search sends %s', async (_, behaviour) => {
    const server = await startMaliciousWebServer(behaviour);
    servers.push(server);
    await expect(look({}, { url: `http://127.0.0.1:${server.port}` })).rejects.toMatchObject({
      code: expect.stringMatching(/^(protocol|unreachable)$/),
    });
  });

  it('needs a search with a cursor', async () => {
    const crtsh = {
      ...noData,
      names: { words: async () => [], certificateSearches: [{ kind: 'crtsh', url: lab.url }] },
    };
    expect([
      canReadIssuances(noData),
      canReadIssuances(crtsh as LocalData),
      canReadIssuances(dataFor(lab.url)),
    ]).toEqual([false, false, true]);
  });
});
