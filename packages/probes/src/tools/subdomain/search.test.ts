import { describe, expect, test } from 'vitest';
import { type BulkReport, type Net, NetFailure } from '../../net/net.ts';
import { dnsMessage, scriptedNet } from '../../testing/scripted-net.ts';
import { A, AAAA } from './hits.ts';
import { Search } from './search.ts';

/** A network whose answers to bulk questions the test determines. */
function netWith(askMany: Net['askMany'], ask: Net['ask'] = scriptedNet().ask): Net {
  return scriptedNet({ ask, askMany, keepAllowed: (addresses) => new Set(addresses) });
}

const answerFor = (prefix: string, isTruncated = false) => {
  const record = { name: `${prefix}.example.com`, type: A, ttlSeconds: 60, fields: ['192.0.2.1'] };
  return { prefix, message: dnsMessage(record, { isTruncated, answers: [record] }) };
};

const report = (prefixes: readonly string[], isTruncated = false): BulkReport => ({
  answers: prefixes.map((prefix) => answerFor(prefix, isTruncated)),
  failures: [],
  settled: prefixes.length,
});

test('leaves no unhandled rejection when cancelled while names are resolved', async () => {
  const stop = new AbortController();
  const untilStopped = () =>
    new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject('gone')));
  const net = netWith(async function* ({ type }) {
    if (type === A) yield report(['www']);
    await untilStopped();
  });
  const search = new Search({ net, domain: 'example.com', signal: stop.signal });
  search.suggest(['www.example.com', 'mail.example.com'], 'records');
  const settled = search.settled().catch((reason: unknown) => reason);
  setTimeout(() => stop.abort(), 10);
  expect(await settled).toBe('gone');
  await new Promise((resolve) => setTimeout(resolve, 10));
});

describe('while it is unknown whether the domain has a wildcard', () => {
  /** Words are answered at once, random labels only when `labelsAnswered` is called. */
  function heldBack(answerLabels: (prefixes: readonly string[]) => BulkReport) {
    let labelsAnswered = () => {};
    const untilAnswered = new Promise<void>((resolve) => {
      labelsAnswered = resolve;
    });
    const net = netWith(async function* ({ type, prefixes }) {
      const asked = [...prefixes];
      if (asked.includes('www') && type === A) {
        yield report(['www', 'mail']);
      } else if (type === A) {
        await untilAnswered;
        yield answerLabels(asked);
      }
    });
    const search = new Search({ net, domain: 'example.com', signal: AbortSignal.timeout(10_000) });
    const guessing = search.guess(['www', 'mail'], 'words').catch((error: unknown) => error);
    return { search, guessing, labelsAnswered };
  }
  const none = (asked: readonly string[]): BulkReport => ({ answers: [], failures: [], settled: asked.length });

  test('names guessed are held back, and listed when there is none', async () => {
    const { search, guessing, labelsAnswered } = heldBack(none);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(search.existing).toEqual([]);
    labelsAnswered();
    await guessing;
    await search.settled();
    expect(search.existing).toEqual(['www', 'mail']);
  });

  test('no name that the wildcard explains is ever listed', async () => {
    const { search, guessing, labelsAnswered } = heldBack(report);
    labelsAnswered();
    await guessing;
    await search.settled();
    expect([search.existing, search.wildcards]).toEqual([[], ['example.com']]);
  });

  test('and if that cannot be found out, the source fails, without an unhandled rejection', async () => {
    const { guessing, labelsAnswered } = heldBack(() => {
      throw new NetFailure('timeout', 'not today');
    });
    labelsAnswered();
    expect(await guessing).toMatchObject({ reason: 'timeout' });
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

test.each([
  [[], false],
  [['www'], true],
])(
  'if a test for wildcards gets no reply, names such as %j may be answers of one: %s',
  async (existing, isUntested) => {
    const net = netWith(async function* ({ type, prefixes }) {
      const asked = [...prefixes];
      if (type === A && asked.includes('www')) yield report(existing);
      else if (type === A)
        yield { answers: [], failures: asked.map((prefix) => ({ prefix, reason: 'timeout' })), settled: asked.length };
    });
    const search = new Search({ net, domain: 'example.com', signal: AbortSignal.timeout(10_000) });
    await search.guess(['www'], 'words');
    await search.settled();
    expect(search.isUntested).toBe(isUntested);
  },
);

test('counts a truncated answer that cannot be completed as received, and continues', async () => {
  const net = netWith(
    async function* ({ type }) {
      if (type === A) yield report(['www'], true);
      if (type === A) yield report(['mail']);
    },
    async () => {
      throw new NetFailure('servfail', 'not today');
    },
  );
  const search = new Search({ net, domain: 'example.com', signal: new AbortController().signal });
  search.suggest(['www.example.com', 'mail.example.com'], 'records');
  await search.settled();
  expect(search.list().map(({ subdomain, ipv4List }) => [subdomain, ipv4List])).toEqual([
    ['mail.example.com', ['192.0.2.1']],
    ['www.example.com', ['192.0.2.1']],
  ]);
});

test('lists at most 64 addresses of a name', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `192.0.${index >> 8}.${index & 255}`);
  const net = netWith(async function* ({ type }) {
    const answers = many.map((address) => ({ name: 'www.example.com', type: A, ttlSeconds: 60, fields: [address] }));
    if (type === A)
      yield {
        answers: [{ prefix: 'www', message: dnsMessage({ name: 'www.example.com', type }, { answers }) }],
        failures: [],
        settled: 1,
      };
  });
  const search = new Search({ net, domain: 'example.com', signal: new AbortController().signal });
  search.suggest(['www.example.com'], 'records');
  await search.settled();
  expect(search.list()[0]?.ipv4List).toEqual(many.slice(0, 64));
});

test('reads only as many of a million names as the limit allows', () => {
  const net = netWith(async function* () {});
  const search = new Search({ net, domain: 'example.com', signal: new AbortController().signal });
  let read = 0;
  function* names(count: number, name: (index: number) => string) {
    for (let index = 0; index < count; index += 1) {
      read += 1;
      yield name(index);
    }
  }
  search.suggest(
    names(1_000_000, (index) => `n${index}.example.com`),
    'crtsh',
  );
  expect({ read, found: search.foundBy('crtsh'), hasTooMany: search.hasTooMany }).toEqual({
    read: 10_001,
    found: 10_000,
    hasTooMany: true,
  });
  search.suggest(
    names(1_000_000, () => '\u0000'),
    'certspotter',
  );
  expect(read).toBeLessThan(500_000);
});

test.each(['before', 'after'])('credits the word list for a name that a log has provided %s it', async (order) => {
  const net = netWith(async function* ({ type, prefixes }) {
    const existing = [...prefixes].filter((prefix) => prefix === 'www');
    yield type === A ? report(existing) : { answers: [], failures: [], settled: 0 };
  });
  const search = new Search({ net, domain: 'example.com', signal: AbortSignal.timeout(10_000) });
  const suggest = async () => {
    search.suggest(['www.example.com', 'gone.example.com'], 'crtsh');
    await search.settled();
  };
  if (order === 'before') await suggest();
  await search.guess(['www', 'gone', 'never'], 'words');
  if (order === 'after') await suggest();
  await search.settled();
  const found = search.list().map(({ subdomain, sources }) => [subdomain, sources.toSorted()]);
  expect(found).toEqual([
    ['gone.example.com', ['crtsh']],
    ['www.example.com', ['crtsh', 'words']],
  ]);
  expect(search.foundBy('words')).toBe(1);
});

describe('an address family without a reply is unknown', () => {
  const failed = (...prefixes: readonly string[]): BulkReport => ({
    answers: [],
    failures: prefixes.map((prefix) => ({ prefix, reason: 'refused' })),
    settled: prefixes.length,
  });
  const found = async (askMany: Net['askMany'], ask?: Net['ask']) => {
    const search = new Search({
      net: netWith(askMany, ask),
      domain: 'example.com',
      signal: new AbortController().signal,
    });
    search.suggest(['www.example.com'], 'crtsh');
    await search.settled().catch(() => {});
    return search.list()[0];
  };
  const ipv6Of = (prefix: string, isTruncated = false) => {
    const record = { name: `${prefix}.example.com`, type: AAAA, ttlSeconds: 60, fields: ['2001:db8::1'] };
    return { prefix, message: dnsMessage(record, { isTruncated, answers: [record] }) };
  };

  test('IPv4, if A failed and AAAA was answered', async () => {
    const one = await found(async function* ({ type }) {
      yield type === A ? failed('www') : { answers: [ipv6Of('www')], failures: [], settled: 1 };
    });
    expect(one).toMatchObject({
      ipv4List: [],
      ipv6List: ['2001:db8::1'],
      unknownFamilies: ['ipv4'],
      resolves: true,
    });
  });

  test('IPv4, and whether the name resolves, if A failed and there is no AAAA', async () => {
    const one = await found(async function* ({ type }) {
      if (type === A) yield failed('www');
      else
        yield {
          answers: [{ prefix: 'www', message: dnsMessage({ name: 'www.example.com', type }) }],
          failures: [],
          settled: 1,
        };
    });
    expect(one).toMatchObject({ ipv4List: [], ipv6List: [], unknownFamilies: ['ipv4'], resolves: null });
  });

  test('both, if both failed, or the search ended before any reply', async () => {
    const unknown = { ipv4List: [], ipv6List: [], unknownFamilies: ['ipv4', 'ipv6'], resolves: null };
    expect(
      await found(async function* () {
        yield failed('www');
      }),
    ).toMatchObject(unknown);
    expect(
      await found(async function* ({ type }) {
        if (type === A) throw new NetFailure('timeout', 'too late');
        yield failed('www');
      }),
    ).toMatchObject(unknown);
  });

  test('the family of a truncated answer that cannot be completed', async () => {
    const one = await found(
      async function* ({ type }) {
        if (type === A) yield report(['www']);
        else yield { answers: [ipv6Of('www', true)], failures: [], settled: 1 };
      },
      async () => {
        throw new NetFailure('timeout', 'not today');
      },
    );
    expect(one).toMatchObject({ ipv4List: ['192.0.2.1'], ipv6List: ['2001:db8::1'], unknownFamilies: ['ipv6'] });
  });

  test('none, if the name does not exist: NXDOMAIN covers every type', async () => {
    const one = await found(async function* () {
      yield { answers: [], failures: [], settled: 1 };
    });
    expect(one).toMatchObject({ unknownFamilies: [], resolves: false });
  });
});
