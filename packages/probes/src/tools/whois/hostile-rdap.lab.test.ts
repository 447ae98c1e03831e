import { reply, type WebServerBehaviour, whoisBehaviours, whoisRecords } from '@sonde/lab';
import { afterEach, describe, expect, it } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { translateFailure } from '../../run.ts';
import { failure, here, lookUp, serve, serveWeb, stopServers } from '../../testing/whois-world.ts';

const { answer } = whoisBehaviours;
const { denicRecord, rdapDomain } = whoisRecords;

afterEach(stopServers);

describe('an RDAP server that', () => {
  const json = { 'Content-Type': 'application/rdap+json' };
  const domain = JSON.stringify(rdapDomain('example.test'));
  const base = (server: { readonly port: number }) => `http://127.0.0.1:${server.port}/`;
  /** A root that does not know the name's top-level domain. */
  const nowhere = () => serve(answer(whoisRecords.noServer('test')));

  it('redirects is followed four times at most', async () => {
    const hops: WebServerBehaviour = (socket, { target }) => {
      const left = Number(/^\/(\d)\//.exec(target)?.[1] ?? 0);
      if (left === 0) return reply(socket, { headers: json, body: domain });
      return reply(socket, { status: 302, headers: { Location: `/${left - 1}/domain/example.test` } });
    };
    const server = await serveWeb(hops);
    const root = await nowhere();
    expect((await lookUp({ root, rdap: `${base(server)}4/` })).data.source.protocol).toBe('rdap');
    expect(await failure({ root, rdap: `${base(server)}5/` })).toMatchObject({ code: 'source-failed' });
  });

  it('redirects to an internal address sends no request there', async () => {
    const canary = await serveWeb((socket) => reply(socket, { headers: json, body: domain }));
    const root = await serve(answer(denicRecord('example.test')));
    const server = await serveWeb((socket) =>
      reply(socket, { status: 302, headers: { Location: `http://localhost:${canary.port}/` } }),
    );
    const { data, gaps } = await lookUp({ root, rdap: base(server) });
    expect(data.source.protocol).toBe('whois');
    expect(gaps).toEqual([{ part: expect.stringMatching(/^RDAP /), code: 'refused-target' }]);
    expect(canary.connections()).toBe(0);
  });

  it('answers 429 is queried once more if it names a delay, otherwise it counts as a limit', async () => {
    const root = await nowhere();
    for (const [retryAfter, requests, outcome] of [
      ['1', 2, 'answered'],
      ['60', 1, 'source-limited'],
      ['Wed, 21 Oct 2026 07:28:00 GMT', 1, 'source-limited'],
      [null, 1, 'source-limited'],
    ] as const) {
      let isFirst = true;
      const server = await serveWeb((socket) => {
        const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter };
        reply(socket, isFirst ? { status: 429, headers } : { headers: json, body: domain });
        isFirst = false;
      });
      const said = await lookUp({ root, rdap: base(server) }).then(
        () => 'answered',
        (error: unknown) => translateFailure(error).reason,
      );
      expect([said, server.requests.length]).toEqual([outcome, requests]);
    }
  });

  inLongSet(it)(
    'answers 429 twice with Retry-After: 1 is retried while the lookup lasts, and does not count as limited',
    async () => {
      let refusals = 2;
      const server = await serveWeb((socket) => {
        refusals -= 1;
        reply(
          socket,
          refusals >= 0 ? { status: 429, headers: { 'Retry-After': '1' } } : { headers: json, body: domain },
        );
      });
      const { data } = await lookUp({ root: await nowhere(), rdap: base(server) });
      expect([data.source.protocol, server.requests.length]).toEqual(['rdap', 3]);
    },
  );

  inLongSet(it)('always answers 429 is queried only until the lookup ends, and counts as a limit', async () => {
    const server = await serveWeb((socket) => reply(socket, { status: 429, headers: { 'Retry-After': '2' } }));
    const started = performance.now();
    expect(await failure({ root: await nowhere(), rdap: base(server) })).toMatchObject({ reason: 'source-limited' });
    expect(performance.now() - started).toBeLessThan(12_000);
    expect(server.requests.length).toBeGreaterThanOrEqual(3);
    expect(server.requests.length).toBeLessThanOrEqual(5);
  });

  it('limits queries is a gap beside a WHOIS answer, and takes at most a second and a half', async () => {
    const server = await serveWeb((socket) => reply(socket, { status: 429, headers: { 'Retry-After': '2' } }));
    const root = await serve(answer(denicRecord('example.test')));
    const { data, gaps } = await lookUp({ root, rdap: base(server) });
    expect(data.asked.find(({ protocol }) => protocol === 'rdap')?.outcome).toBe('limited');
    expect(gaps).toEqual([{ part: `RDAP 127.0.0.1:${server.port}`, code: 'source-failed' }]);
  });

  it('limits us by 404 does not lead to “is not registered”', async () => {
    const body = '{"errorCode":404,"title":"Query rate limit exceeded","description":["Please try again later."]}';
    const server = await serveWeb((socket) => reply(socket, { status: 404, headers: json, body }));
    expect(await failure({ root: await nowhere(), rdap: base(server) })).toMatchObject({ reason: 'source-limited' });
  });

  it('answers 404 with terms of use that mention limits means “not found”', async () => {
    const notices = [{ title: 'Terms', description: ['Access is restricted if the rate limit is exceeded.'] }];
    const body = JSON.stringify({ errorCode: 404, title: 'Not Found', notices });
    const server = await serveWeb((socket) => reply(socket, { status: 404, headers: json, body }));
    expect(await failure({ root: await nowhere(), rdap: base(server) })).toMatchObject({ reason: 'not-registered' });
  });

  it.each(
    firstOf(2, [
      ['403 on a web page', { status: 403, body: '<h1>Number of allowed queries exceeded</h1>' }],
      ['422', { status: 422, headers: json, body: '{"errorCode":422,"title":"Query rate limit exceeded"}' }],
      ['200 with notices', { headers: json, body: '{"notices":{"description":["Too many requests."]}}' }],
    ]),
  )('limits us by %s is understood', async (_, said) => {
    const server = await serveWeb((socket) => reply(socket, said));
    expect(await failure({ root: await nowhere(), rdap: base(server) })).toMatchObject({ reason: 'source-limited' });
  });

  it.each(
    firstOf(2, [
      ['invalid JSON', { headers: json, body: '{"objectClassName": "domain", ' }],
      ['another domain', { headers: json, body: JSON.stringify(rdapDomain('other.test')) }],
      [
        'five megabytes',
        { headers: json, body: JSON.stringify(rdapDomain('example.test', { x: 'x'.repeat(5_000_000) })) },
      ],
      ['500', { status: 500, body: 'oops' }],
      ['nothing', { headers: json, body: '' }],
    ]),
  )('answers with %s does not hide what WHOIS says', async (_, said) => {
    const server = await serveWeb((socket) => reply(socket, said));
    const root = await serve(answer(denicRecord('example.test')));
    const { data, gaps } = await lookUp({ root, rdap: base(server) });
    expect(data).toMatchObject({ source: { protocol: 'whois' }, rdap: null });
    expect(gaps).toEqual([{ part: `RDAP 127.0.0.1:${server.port}`, code: 'protocol' }]);
  });

  it('answers provides the text, too, if WHOIS returns something unrelated', async () => {
    const server = await serveWeb((socket) => reply(socket, { headers: json, body: domain }));
    const root = await serve(answer('220 mail.example ESMTP ready\n'));
    const { whoIsInfo } = (await lookUp({ root, rdap: base(server) })).data;
    expect(whoIsInfo).toContain('Registry Expiry Date: 2032-03-04T05:06:07Z');
    expect(whoIsInfo).not.toContain('ESMTP');
    expect((await lookUp({ root })).data.whoIsInfo).toContain('220 mail.example ESMTP ready');
  });

  it('answers 404 proves absence only if it is listed, and never against a record', async () => {
    const server = await serveWeb((socket) => reply(socket, { status: 404, headers: json, body: '{"errorCode":404}' }));
    const root = await nowhere();
    expect(await failure({ root, rdap: base(server) })).toMatchObject({ code: 'not-found', reason: 'not-registered' });
    expect(await failure({ root, rdap: base(server), isListed: false })).toMatchObject({ reason: 'no-service' });
    const other = await serve(answer(denicRecord('example.test')));
    expect((await lookUp({ root: other, rdap: base(server) })).data.registration.nameServers).toHaveLength(2);
  });

  it('links to the registrar’s server is followed once, and missing fields are added', async () => {
    const registrar = await serveWeb((socket) => {
      const entity = { roles: ['registrant'], vcardArray: ['vcard', [['org', {}, 'text', 'Holder Inc.']]] };
      const links = [{ rel: 'related', type: 'application/rdap+json', href: 'http://127.0.0.1:1/' }];
      reply(socket, { headers: json, body: JSON.stringify(rdapDomain('example.test', { entities: [entity], links })) });
    });
    const href = `${base(registrar)}domain/example.test`;
    const links = [{ rel: 'related', type: 'application/rdap+json', href }];
    const body = JSON.stringify(rdapDomain('example.test', { links }));
    const server = await serveWeb((socket) => reply(socket, { headers: json, body }));
    const { data, gaps } = await lookUp({ root: await nowhere(), rdap: base(server) });
    expect(gaps).toEqual([]);
    expect(data.registration.contacts[0]?.organization).toBe('Holder Inc.');
    expect(data.registration.sources).toMatchObject({ contacts: here(registrar), registrar: here(server) });
  });

  it('links to another path of its own is followed once, and never to the same path', async () => {
    const server = await serveWeb((socket, { target }) => {
      const isRegistrar = target.startsWith('/registrar/');
      const entity = { roles: ['registrant'], vcardArray: ['vcard', [['org', {}, 'text', 'Holder Inc.']]] };
      const links = ['domain/example.test', 'registrar/domain/example.test'].map((path) => ({
        rel: 'related',
        type: 'application/rdap+json',
        href: `http://127.0.0.1:${server.port}/${path}`,
      }));
      const object = rdapDomain('example.test', isRegistrar ? { entities: [entity] } : { links });
      reply(socket, { headers: json, body: JSON.stringify(object) });
    });
    const { data, gaps } = await lookUp({ root: await nowhere(), rdap: base(server) });
    expect(gaps).toEqual([]);
    expect(data.registration.contacts[0]?.organization).toBe('Holder Inc.');
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/domain/example.test',
      '/registrar/domain/example.test',
    ]);
  });

  inLongSet(it)('is silent takes a second and a half beside WHOIS', async () => {
    const server = await serveWeb(() => {});
    const root = await serve(answer(denicRecord('example.test')));
    const started = performance.now();
    const { gaps } = await lookUp({ root, rdap: base(server) });
    expect(gaps).toEqual([{ part: `RDAP 127.0.0.1:${server.port}`, code: 'timeout' }]);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
