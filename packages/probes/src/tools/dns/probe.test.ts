import { describe, expect, test } from 'vitest';
import { type Net, NetFailure, ReplyFailure } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { failureOf, lookUp, record, scripted } from '../../testing/scripted-dns.ts';
import { dnsMessage } from '../../testing/scripted-net.ts';

describe('records', () => {
  test('has one table for every type with records, in the order asked for, TTL last', async () => {
    const answer = await lookUp((type) => {
      if (type === 'MX') return { records: [record('example.com', 'MX', 60, '10', 'mx.example.com')] };
      return type === 'A' ? { records: [record('example.com', 'A', 300, '192.0.2.1')] } : {};
    });
    expect(answer.records.map(({ recordName }) => recordName)).toEqual(['A', 'MX']);
    expect(answer.records[0]).toEqual({
      recordName: 'A',
      titles: ['Name', 'Address', 'TTL'],
      data: [['example.com', '192.0.2.1', '300']],
    });
    expect(answer).toMatchObject({
      resolver: '192.0.2.53:53',
      authenticated: false,
      validationFailed: false,
      gaps: [],
    });
  });

  test('shows an alias that is in every answer once, with the smallest TTL', async () => {
    let ttl = 100;
    const answer = await lookUp((type) => {
      ttl -= 1;
      const alias = record('example.com', 'CNAME', ttl, 'www.example.net');
      return { records: type === 'A' ? [record('www.example.net', 'A', 5, '192.0.2.1'), alias] : [alias] };
    });
    expect(answer.records.map(({ recordName, data }) => [recordName, data.length])).toEqual([
      ['A', 1],
      ['CNAME', 1],
    ]);
    expect(answer.records[1]?.data[0]?.[2]).toBe(String(ttl));
  });

  test('does not show a record of another owner', async () => {
    const answer = await lookUp((type) =>
      type === 'A'
        ? { records: [record('example.com', 'A', 1, '192.0.2.1'), record('victim.example', 'A', 1, '192.0.2.66')] }
        : {},
    );
    expect(answer.records[0]?.data).toEqual([['example.com', '192.0.2.1', '1']]);
  });

  test('has gaps for types that fail and for truncated answers', async () => {
    const answer = await lookUp((type) => {
      if (type === 'CAA') return new NetFailure('timeout', 'silent');
      if (type === 'TXT') return { isPartial: true, records: [record('example.com', 'TXT', 1, '"a"')] };
      return type === 'A' ? { records: [record('example.com', 'A', 1, '192.0.2.1')], isAuthenticated: true } : {};
    });
    expect(answer.gaps).toEqual([
      { part: 'CAA', code: 'timeout' },
      { part: 'TXT', code: 'unreachable' },
    ]);
    expect(answer.authenticated).toBe(false);
  });

  test('reads bogus data without validation, and marks it as such', async () => {
    const answer = await lookUp((type, { checkingDisabled }) => {
      if (checkingDisabled !== true) return new NetFailure('servfail', 'bogus');
      const signature = record('example.com', 'RRSIG', 1, 'A', '13', '2', '1');
      return type === 'A' ? { records: [record('example.com', 'A', 1, '192.0.2.1'), signature] } : {};
    });
    expect(answer.validationFailed).toBe(true);
    expect(answer.gaps).toEqual([{ part: 'DNSSEC validation', code: 'protocol' }]);
  });
});

describe('failures', () => {
  test('NXDOMAIN and no data have different reasons and the same text', async () => {
    const nothing = { code: 'not-found', message: 'No DNS records found for this domain' };
    expect(await failureOf(() => ({ rcode: 3 }))).toMatchObject({ ...nothing, reason: 'nxdomain' });
    expect(await failureOf(() => ({}))).toMatchObject({ ...nothing, reason: 'nodata' });
    expect(await failureOf((type) => (type === 'A' ? { rcode: 3 } : {}))).toMatchObject({
      ...nothing,
      reason: 'nodata',
    });
  });

  test.each([
    ['servfail', 'source-failed'],
    ['refused', 'source-failed'],
    ['timeout', 'timeout'],
    ['invalid-response', 'protocol'],
    ['connection-refused', 'unreachable'],
  ] as const)('all questions %s: never "not found"', async (reason, code) => {
    const error = await failureOf(() => new NetFailure(reason, 'as scripted'));
    expect(error).toMatchObject({ code, reason, message: 'Failed to fetch DNS records. Please try again.' });
  });

  test('no data for some types and no answer for others is not "not found"', async () => {
    expect(await failureOf((type) => (type === 'A' ? {} : new NetFailure('timeout', 'silent')))).toMatchObject({
      code: 'timeout',
    });
  });

  test('an empty truncated answer is unknown, not "not found"', async () => {
    expect(await failureOf((type) => (type === 'TXT' ? { isPartial: true } : {}))).toMatchObject({
      code: 'unreachable',
      message: 'Failed to fetch DNS records. Please try again.',
    });
  });

  test('a loop of aliases fails with the names of the loop', async () => {
    const next: Record<string, string> = { 'example.com': 'b.example', 'b.example': 'example.com' };
    const error = await failureOf((type, { name }) =>
      type === 'CNAME' ? { records: [record(name, 'CNAME', 1, next[name] ?? '')] } : new NetFailure('servfail', 'loop'),
    );
    expect(error).toMatchObject({ code: 'protocol', reason: 'cname-loop' });
    expect(error.message).toContain('example.com → b.example → example.com');
  });

  test('a loop of aliases within one message is shown with all its names', async () => {
    const error = await failureOf(() => ({
      records: [
        record('example.com', 'CNAME', 1, 'b.example'),
        record('b.example', 'CNAME', 1, 'c.example'),
        record('c.example', 'CNAME', 1, 'Example.com'),
      ],
    }));
    expect(error).toMatchObject({ code: 'protocol', reason: 'cname-loop' });
    expect(error.message).toBe(
      'The aliases (CNAME) of this name form a loop: example.com → b.example → c.example → Example.com',
    );
  });

  test('a long chain of aliases is not reported as a loop', async () => {
    const aliases = Array.from({ length: 40 }, (_, index) =>
      record(index === 0 ? 'example.com' : `${index}.example`, 'CNAME', 1, `${index + 1}.example`),
    );
    const error = await failureOf((type) =>
      type === 'CNAME' ? { records: aliases.slice(0, 1) } : { records: aliases },
    );
    expect(error.message).toBe('The aliases (CNAME) of this name do not end: 33 of them lead on to 33.example');
  });

  test('a name that the guard refuses fails as a whole', async () => {
    expect(await failureOf(() => new NetFailure('special-use', 'localhost'))).toMatchObject({
      code: 'refused-target',
      reason: 'special-use',
    });
  });

  test('a bug is internal and keeps its cause', async () => {
    const bug = new TypeError('bug');
    const error = await failureOf(() => {
      throw bug;
    });
    expect(error).toMatchObject({ code: 'internal', cause: bug });
  });

  test('aborting fails with the caller’s reason', async () => {
    const caller = new AbortController();
    const net: Net = {
      ...scripted(() => ({})),
      ask: (_question, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const running = measure(checkQuery('dns', { domain: 'example.com' }), { net, data: noData, signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});

test('invalid input fails with its field', () => {
  const failure = (raw: Record<string, unknown>) => {
    try {
      checkQuery('dns', raw);
    } catch (error) {
      return error;
    }
    return expect.fail('it was accepted');
  };
  expect(failure({})).toMatchObject({ code: 'invalid-input', field: 'domain', message: 'Domain is required' });
  expect(failure({ domain: ' ' })).toMatchObject({ message: 'Domain is required' });
  expect(failure({ domain: ['a.com', 'b.com'] })).toMatchObject({
    message: expect.stringMatching(
      /^'domain' must be given exactly once. Known parameters: 'domain', 'type', 'server',/,
    ),
  });
  expect(failure({ domain: 'example.com', type: 'NOPE' })).toMatchObject({ field: 'type', code: 'invalid-input' });
  expect(failure({ domain: 'example.com', deep: '1' })).toMatchObject({ field: 'deep', code: 'invalid-input' });
  expect(failure({ domain: '192.0.2.1' })).toMatchObject({ message: 'Please enter a valid domain (e.g. example.com)' });
  expect(checkQuery('dns', { domain: ' Example.COM. ' }).key).toBe(checkQuery('dns', { domain: 'example.com' }).key);
});

describe('extended errors (RFC 8914)', () => {
  /** A refusal with these codes and texts. */
  function servfail(...errors: readonly (readonly [number, string])[]): ReplyFailure {
    const options = errors.map(([code, text]) => ({
      code: 15,
      octets: Uint8Array.of(code >> 8, code & 255, ...new TextEncoder().encode(text)),
    }));
    const edns = { version: 0, isDnssecOk: true, udpPayloadBytes: 1232, options };
    return new ReplyFailure('servfail', 'SERVFAIL', dnsMessage({ name: '.', type: 1 }, { rcode: 2, edns }));
  }

  test('are in the failure if nothing was answered, those with a text first', async () => {
    const failure = await failureOf((type) => (type === 'A' ? servfail([22, ''], [23, 'timeout at ns1']) : servfail()));
    expect(failure).toMatchObject({
      reason: 'servfail',
      message: 'Failed to fetch DNS records. Please try again.',
      detail: 'Network Error (23): timeout at ns1; No Reachable Authority (22)',
    });
  });

  test('are reported for a type that failed; a bare code is left out if it also came with a text', async () => {
    const answer = await lookUp((type) => {
      if (type === 'MX') return servfail([22, 'no server answers'], [22, ''], [65_000, '']);
      return type === 'A' ? { records: [record('example.com', 'A', 300, '192.0.2.1')] } : {};
    });
    expect(answer.extendedErrors).toEqual([
      { recordName: 'MX', code: 22, name: 'No Reachable Authority', text: 'no server answers' },
      { recordName: 'MX', code: 65_000, name: null, text: null },
    ]);
    expect(answer.findings?.map(({ state, code }) => `${state} ${code}`)).toContain('bad servers-reason');
  });
});
