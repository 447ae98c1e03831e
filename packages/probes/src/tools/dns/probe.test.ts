import type { ToolError } from '@sonde/contract';
import { describe, expect, test } from 'vitest';
import { noData } from '../../data/no-data.ts';
import { type DnsQuestion, type Net, NetFailure } from '../../net/net.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { typeMnemonic, typeNumber } from '../../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../../run.ts';

type Reply = { rcode?: number; records?: ResourceRecord[]; isAuthenticated?: boolean; isPartial?: boolean };
type Script = (mnemonic: string, question: DnsQuestion) => Reply | NetFailure;

/** A door that answers from a script; real servers are in the lab test. */
function scripted(script: Script): Net {
  const unused = () => Promise.reject(new Error('the DNS tool only asks'));
  return {
    askMany: () => expect.fail('the DNS tool only asks'),
    keepAllowed: () => new Set(),
    checkHost: () => {},
    resolve: unused,
    connect: unused,
    fetch: unused,
    trustAnchors: () => [],
    ping: unused,
    ask: async (question) => {
      const reply = script(typeMnemonic(question.type), question);
      if (reply instanceof NetFailure) throw reply;
      const message = {
        id: 1,
        isResponse: true,
        opcode: 0,
        isAuthoritative: false,
        isTruncated: false,
        isRecursionDesired: true,
        isRecursionAvailable: true,
        isAuthenticated: reply.isAuthenticated ?? false,
        isCheckingDisabled: false,
        rcode: reply.rcode ?? 0,
        hasEdns: true,
        questions: [{ name: question.name, type: question.type, class: 1 }],
        answers: reply.records ?? [],
        authorities: [],
        additionals: [],
      };
      return { message, resolver: '192.0.2.53:53', transport: 'udp', isPartial: reply.isPartial ?? false };
    },
  };
}

const record = (name: string, type: string, ttlSeconds: number, ...fields: string[]): ResourceRecord => ({
  name,
  type: typeNumber(type),
  ttlSeconds,
  fields,
});

const lookUp = (script: Script, domain = 'example.com') =>
  measure(checkQuery('dns', { domain }), { net: scripted(script), data: noData, signal: AbortSignal.timeout(5000) });

const failureOf = (script: Script) =>
  lookUp(script).then(
    () => expect.fail('it answered'),
    (error: ToolError) => error,
  );

describe('records', () => {
  test('every type with records has one table, in the order asked for, TTL last', async () => {
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

  test('an alias that comes with every answer stands once, with the smaller TTL', async () => {
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

  test('a record of another owner is not shown', async () => {
    const answer = await lookUp((type) =>
      type === 'A'
        ? { records: [record('example.com', 'A', 1, '192.0.2.1'), record('victim.example', 'A', 1, '192.0.2.66')] }
        : {},
    );
    expect(answer.records[0]?.data).toEqual([['example.com', '192.0.2.1', '1']]);
  });

  test('types that fail are gaps, and a truncated answer is one too', async () => {
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

  test('bogus data is read without validation, and said so', async () => {
    const answer = await lookUp((type, { checkingDisabled }) => {
      if (checkingDisabled !== true) return new NetFailure('servfail', 'bogus');
      return type === 'A' ? { records: [record('example.com', 'A', 1, '192.0.2.1')] } : {};
    });
    expect(answer.validationFailed).toBe(true);
    expect(answer.gaps).toEqual([{ part: 'DNSSEC validation', code: 'protocol' }]);
  });
});

describe('tables in one order', () => {
  const inTwoOrders = async (type: string, rows: readonly string[][]) => {
    const answers = await Promise.all(
      [rows, [...rows].reverse()].map((order) =>
        lookUp((asked) =>
          asked === type ? { records: order.map((fields) => record('example.com', type, 60, ...fields)) } : {},
        ),
      ),
    );
    const [one, two] = answers.map(({ records }) => records[0]?.data.map((row) => row.slice(1, -1)));
    expect(one).toEqual(two);
    return one;
  };

  test('MX by preference as a number, not in the order in which a resolver rotates them', async () => {
    const rows = [
      ['100', 'c.example.com'],
      ['20', 'b.example.com'],
      ['5', 'a.example.com'],
    ];
    expect(await inTwoOrders('MX', rows)).toEqual([...rows].reverse());
  });

  test.each([
    [
      'SRV',
      [
        ['1', '5', '443', 'z.example'],
        ['10', '0', '443', 'a.example'],
      ],
    ],
    [
      'NAPTR',
      [
        ['10', '9', 'u', 'E2U+sip', '!^.*$!sip:a@b!', '.'],
        ['100', '1', 's', 'SIP+D2U', '', 'a.example'],
      ],
    ],
    [
      'HTTPS',
      [
        ['1', 'z.example', 'alpn="h2"'],
        ['2', 'a.example', 'alpn="h3"'],
      ],
    ],
    ['A', [['192.0.2.9'], ['192.0.2.10'], ['198.51.100.1']]],
    ['TXT', [['"a=1"'], ['"b=2"']]],
  ])('%s', async (type, rows) => {
    expect(await inTwoOrders(type, rows)).toEqual(rows);
  });
});

describe('an unsigned zone below a signed parent', () => {
  // What BIND and Unbound have in their caches of such a name, of a parent signed by dnssec-signzone (RFC 4035 section 2.3).
  const parentNsec = record('plain.example', 'NSEC', 300, 'refused.example', 'NS RRSIG NSEC');
  const parentSignature = record(
    ...(['plain.example', 'RRSIG', 300] as const),
    ...['NSEC', '13', '2', '300', '20261222061353', '20261122061353', '53745', 'example', 't1PADN69'],
  );

  test('does not show the NSEC and RRSIG records by which the parent proves that there is no DS', async () => {
    const answer = await lookUp((type) => {
      if (type === 'NSEC') return { records: [parentNsec, parentSignature] };
      return type === 'A' ? { records: [record('plain.example', 'A', 300, '192.0.2.20')] } : {};
    }, 'plain.example');
    expect(answer.records.map(({ recordName }) => recordName)).toEqual(['A']);
  });

  test('has no records when that proof is all that came', async () => {
    const failure = await lookUp(
      (type) => (type === 'NSEC' ? { records: [parentNsec, parentSignature] } : {}),
      'plain.example',
    ).catch((error: ToolError) => error);
    expect(failure).toMatchObject({ code: 'not-found', reason: 'nodata' });
  });

  test('the NSEC of a signed zone’s own apex is shown, and that of a host', async () => {
    for (const types of ['A NS SOA MX RRSIG NSEC DNSKEY', 'A RRSIG NSEC']) {
      const own = record('plain.example', 'NSEC', 300, 'www.plain.example', types);
      const answer = await lookUp(
        (type) => (type === 'NSEC' ? { records: [own, parentSignature] } : {}),
        'plain.example',
      );
      expect(answer.records.map(({ recordName }) => recordName)).toEqual(['NSEC', 'RRSIG']);
    }
  });
});

test('a signed DS above data that do not verify is not shown as validated', async () => {
  const answer = await lookUp((type, { checkingDisabled }) => {
    if (type === 'DS') {
      return { isAuthenticated: true, records: [record('example.com', 'DS', 60, '30734', '8', '2', '4CE15B7F')] };
    }
    return checkingDisabled === true ? {} : new NetFailure('servfail', 'bogus');
  });
  expect(answer).toMatchObject({ authenticated: false, validationFailed: true });
});

describe('failures', () => {
  test('NXDOMAIN and no data are two reasons of the same text', async () => {
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
    ['invalid_response', 'protocol'],
    ['connection_refused', 'unreachable'],
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

  test('aliases in a circle end with the names of the circle', async () => {
    const next: Record<string, string> = { 'example.com': 'b.example', 'b.example': 'example.com' };
    const error = await failureOf((type, { name }) =>
      type === 'CNAME' ? { records: [record(name, 'CNAME', 1, next[name] ?? '')] } : new NetFailure('servfail', 'loop'),
    );
    expect(error).toMatchObject({ code: 'protocol', reason: 'cname_loop' });
    expect(error.message).toContain('example.com → b.example → example.com');
  });

  test('aliases in a circle within one message are named, not only the name that was asked for', async () => {
    const error = await failureOf(() => ({
      records: [
        record('example.com', 'CNAME', 1, 'b.example'),
        record('b.example', 'CNAME', 1, 'c.example'),
        record('c.example', 'CNAME', 1, 'Example.com'),
      ],
    }));
    expect(error).toMatchObject({ code: 'protocol', reason: 'cname_loop' });
    expect(error.message).toBe(
      'The aliases (CNAME) of this name form a loop: example.com → b.example → c.example → Example.com',
    );
  });

  test('a long chain of aliases is not called a loop', async () => {
    const aliases = Array.from({ length: 40 }, (_, index) =>
      record(index === 0 ? 'example.com' : `${index}.example`, 'CNAME', 1, `${index + 1}.example`),
    );
    const error = await failureOf((type) =>
      type === 'CNAME' ? { records: aliases.slice(0, 1) } : { records: aliases },
    );
    expect(error.message).toBe('The aliases (CNAME) of this name do not end: 33 of them lead on to 33.example');
  });

  test('a name the guard refuses is refused whole', async () => {
    expect(await failureOf(() => new NetFailure('special_use', 'localhost'))).toMatchObject({
      code: 'refused-target',
      reason: 'special_use',
    });
  });

  test('a bug is internal and keeps its cause', async () => {
    const bug = new TypeError('bug');
    const error = await failureOf(() => {
      throw bug;
    });
    expect(error).toMatchObject({ code: 'internal', cause: bug });
  });

  test('the caller giving up ends it with the caller’s reason', async () => {
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

test('bad input is one failure with its field', () => {
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
    message: "'domain' must be given exactly once. Known parameters: 'domain'.",
  });
  expect(failure({ domain: 'example.com', type: 'MX' })).toMatchObject({ field: 'type', code: 'invalid-input' });
  expect(failure({ domain: '192.0.2.1' })).toMatchObject({ message: 'Please enter a valid domain (e.g. example.com)' });
  expect(checkQuery('dns', { domain: ' Example.COM. ' }).key).toBe(checkQuery('dns', { domain: 'example.com' }).key);
});
