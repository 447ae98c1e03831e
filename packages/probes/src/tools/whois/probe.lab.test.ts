import type { RegistryLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimitsOf } from '../../limits/target-limits.ts';
import { translateFailure } from '../../run.ts';
import { createWhoisProbe } from './probe.ts';
import { createRegistryThrottle } from './registry-throttle.ts';
import { type RegistryWorld, startRegistryWorld } from './testing/registry-world.ts';

let world: RegistryWorld;
let lab: RegistryLab;
beforeAll(async () => {
  world = await startRegistryWorld(['denied.test']);
  lab = world.lab;
});
afterAll(() => world?.stop());

const lookUp = (ipOrDomain: string, signal = new AbortController().signal) => world.lookUp(ipOrDomain, signal);

async function failure(ipOrDomain: string) {
  const { code, reason, message } = await lookUp(ipOrDomain).then(
    () => expect.fail('it was answered'),
    (error: unknown) => translateFailure(error),
  );
  return { code, reason, message };
}

describe('by WHOIS, from the root to the registrar', () => {
  it('shows every hop under its heading, and the server of every field', async () => {
    const { data: answer, gaps } = await lookUp('www.example.test');
    expect(gaps).toEqual([]);
    expect(answer.whoIsInfo).toMatch(
      /^# 127\.0\.0\.1:\d+\n\n {3}Domain Name: EXAMPLE\.TEST\n[\s\S]*\n\n# 127\.0\.0\.1:\d+\n\nDomain Name: example\.test\nRegistrar: /,
    );
    const [registry, registrar] = answer.asked.slice(1).map(({ server }) => server);
    expect(answer.source).toEqual({ protocol: 'whois', server: registry });
    expect(answer.registration).toMatchObject({
      kind: 'domain',
      name: 'example.test',
      created: '1995-08-14T04:00:00Z',
      expires: '2031-08-13T04:00:00Z',
      registrar: { name: 'Example Registrar, LLC', ianaId: '9999' },
      dnssec: 'signed',
      contacts: [{ role: 'registrant', organization: 'Example Society', country: 'NL' }, { role: 'technical' }],
      sources: { created: registry, contacts: registrar },
    });
    expect(answer.registration.notes).toContain('www.example.test belongs to the registered domain example.test.');
    expect(answer.asked.map(({ protocol, outcome }) => `${protocol} ${outcome}`)).toEqual([
      'whois answered',
      'whois answered',
      'whois answered',
    ]);
  });

  it('queries the root once for each top-level domain', async () => {
    const before = lab.heard.root.length;
    await lookUp('example.test');
    await lookUp('another.test');
    expect(lab.heard.root.length).toBe(before);
  });

  it('also for many concurrent lookups of different names', async () => {
    const fresh = createWhoisProbe(createRegistryThrottle({ intervalMs: 0, maxWaitMs: 5000 }));
    const before = lab.heard.root.length;
    const { signal } = new AbortController();
    const names = ['a.test', 'b.test', 'c.test', 'd.test'];
    await Promise.all(
      names.map((ipOrDomain) =>
        fresh(
          { ipOrDomain },
          { net: world.net, data: world.data, limits: defaultLimitsOf(world.net), signal, report: () => {} },
        ),
      ),
    );
    expect(lab.heard.root.length - before).toBe(1);
  });

  it('reports "not found" for a missing record, but never for a rate limit', async () => {
    expect(await failure('free.test')).toMatchObject({ code: 'not-found', reason: 'not-registered' });
    expect(await failure('limited.test')).toMatchObject({ code: 'source-failed', reason: 'source-limited' });
  });

  it('a reserved name is an answer of its own, from a statement as from a status', async () => {
    for (const name of ['kept.test', 'kept.rdap']) {
      const { data: answer, gaps } = await lookUp(name);
      expect(answer.registration).toMatchObject({ state: 'reserved', notes: [], contacts: [], registrar: null });
      expect(answer.asked.at(name === 'kept.test' ? -1 : 0)?.outcome).toBe('reserved');
      expect(gaps).toEqual([]);
    }
  });

  it('an unrecognised reply is shown, and is neither a registration nor a refusal', async () => {
    const { data: answer, gaps } = await lookUp('puzzling.test');
    expect(answer.registration).toMatchObject({ state: 'unrecognised', notes: [], status: [], expires: null });
    expect(answer.whoIsInfo).toContain('OK! You win');
    expect(answer.asked.at(-1)?.outcome).toBe('unrecognised');
    expect(gaps).toEqual([]);
  });

  it('a record counts more than an unrecognised reply, and so does the statement that there is none', async () => {
    const { registration, asked } = (await lookUp('puzzling.both')).data;
    expect(registration).toMatchObject({ state: 'registered', registrar: { name: 'Example RDAP Registrar' } });
    expect(asked.map(({ outcome }) => outcome)).toContain('unrecognised');
  });

  it('explains that a registry does not publish expiry dates', async () => {
    const { registration } = (await lookUp('undated.test')).data;
    expect(registration.expires).toBeNull();
    expect(registration.notes).toContain('The answers contain no expiry date that Sonde could read.');
  });

  it('does not take a top-level domain without a service for an unregistered domain', async () => {
    expect(await failure('example.web')).toEqual({
      code: 'source-failed',
      reason: 'no-service',
      message: 'The registry of .web offers no WHOIS or RDAP service that could be asked.',
    });
  });

  it('does not report “is not registered” for a top-level domain unknown to the root', async () => {
    expect(await failure('example.nowhere')).toMatchObject({ code: 'source-failed', reason: 'no-service' });
  });

  it('reports a reset as a failure of the source', async () => {
    expect(await failure('broken.test')).toMatchObject({ code: 'source-failed' });
  });
});

describe('by RDAP', () => {
  it('renders the reply as text, and also keeps it unchanged', async () => {
    const { data: answer, gaps } = await lookUp('example.rdap');
    expect(gaps).toEqual([]);
    expect(answer.source.protocol).toBe('rdap');
    expect(answer.whoIsInfo).toMatch(/^# 127\.0\.0\.1:\d+ \(RDAP\)\n\nDomain Name: EXAMPLE\.RDAP\n/);
    expect(answer.whoIsInfo).toContain('Registry Expiry Date: 2032-03-04T05:06:07Z');
    expect(answer.rdap).toMatchObject({ objectClassName: 'domain', ldhName: 'EXAMPLE.RDAP' });
    expect(answer.registration).toMatchObject({
      registrar: { name: 'Example RDAP Registrar', ianaId: '9999' },
      created: '1999-03-04T05:06:07Z',
      updated: '2026-01-05T10:11:12Z',
      expires: '2032-03-04T05:06:07Z',
      status: [{ code: 'clientTransferProhibited' }, { code: 'ok' }],
      nameServers: [{ name: 'ns1.example.test', addresses: ['192.0.2.1'] }, { name: 'ns2.example.test' }],
      dnssec: 'signed',
      ds: ['370 13 2 BE74359954660069D5C63D200C39F560'],
      abuse: { email: 'abuse@registrar.example', phone: '+1.5555551234' },
    });
  });

  it('404 from the listed server is "not found", 429 is not', async () => {
    expect(await failure('free.rdap')).toMatchObject({ code: 'not-found', reason: 'not-registered' });
    expect(await failure('limited.rdap')).toMatchObject({ code: 'source-failed', reason: 'source-limited' });
    expect(await failure('broken.rdap')).toMatchObject({
      code: 'source-failed',
      reason: null,
      message: expect.stringMatching(
        /^The registry could not be queried\. 127\.0\.0\.1:\d+: The response is malformed\./,
      ),
    });
  });
});

describe('by both protocols', () => {
  it('takes fields from RDAP first, and the text from WHOIS', async () => {
    const { data: answer } = await lookUp('example.both');
    expect(answer.source.protocol).toBe('rdap');
    expect(answer.whoIsInfo).toContain('Domain Name: EXAMPLE.BOTH');
    expect(answer.whoIsInfo).not.toContain('(RDAP)');
    expect(answer.registration.registrar?.name).toBe('Example RDAP Registrar');
    // WHOIS fills in what RDAP lacks.
    expect(answer.registration.contacts).toHaveLength(2);
    expect(answer.registration).toMatchObject({
      expires: '2032-03-04T05:06:07Z',
      registrarExpires: '2031-08-13T04:00:00Z',
    });
    expect(answer.registration.notes).toContain('Registry and registrar give different expiry dates.');
  });

  it('one protocol is enough if the other fails, whose failure is a gap', async () => {
    const { data: answer, gaps } = await lookUp('undated.both');
    expect(answer.registration.nameServers.length).toBeGreaterThan(0);
    expect(gaps).toEqual([]);
    const broken = await failure('broken.both');
    expect(broken).toMatchObject({ code: 'source-failed' });
  });
});

describe('the guard', () => {
  it.each(['10.0.0.1', '192.168.0.1', '::1', 'db.internal'])('queries no server about %s', async (target) => {
    const before = Object.values(lab.heard).flat().length;
    expect(await failure(target)).toMatchObject({ code: 'refused-target', reason: 'special-use' });
    expect(Object.values(lab.heard).flat().length).toBe(before);
  });

  it('nor about denied targets', async () => {
    expect(await failure('www.denied.test')).toMatchObject({ code: 'refused-target', reason: 'denied' });
  });
});

it('stops when the caller aborts', async () => {
  const caller = new AbortController();
  const running = lookUp('silent.test', caller.signal);
  setTimeout(() => caller.abort(new Error('gone')), 50);
  await expect(running).rejects.toThrow('gone');
});
