import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../processes/commands.ts';
import { digServer } from '../dns-lab.ts';
import { startMaliciousNameServer } from './malicious-name-server.ts';
import { type NameServerBehaviourName, nameServerBehaviours } from './name-server-behaviours.ts';

interface Heard {
  readonly log: string;
  readonly queries: readonly string[];
}

/** The output of dig for a server, even if dig fails. */
async function digAt(behaviour: NameServerBehaviourName, args: readonly string[], timeoutSeconds = 9): Promise<Heard> {
  const server = await startMaliciousNameServer(behaviour);
  try {
    const options = [`+time=${timeoutSeconds}`, '+tries=1', '+nocookie', ...args];
    const log = await runCommand('dig', [...digServer(server.address), ...options]).catch(({ stdout }) =>
      String(stdout),
    );
    return { log, queries: server.heard.map(({ transport, name, type }) => `${transport} ${name} ${type}`) };
  } finally {
    await server.stop();
  }
}

const honest = /ANSWER: 1,[\s\S]*www\.Lab\.test\.\s+300\s+IN\s+A\s+192\.0\.2\.1\n/;
const timedOut = /timed out\n/;
const udpOnly = ['udp www.Lab.test 1'];
const udpThenTcp = ['udp www.Lab.test 1', 'tcp www.Lab.test 1'];

/** The output of dig for `www.Lab.test A`, and the queries that the server received. */
const seen: Record<NameServerBehaviourName, readonly [RegExp[], readonly string[]]> = {
  answer: [[honest], udpOnly],
  silent: [[timedOut], udpOnly],
  'closed-tcp': [[honest], udpOnly],
  servfail: [[/status: SERVFAIL/], udpOnly],
  refused: [[/status: REFUSED/], udpOnly],
  notimp: [[/status: NOTIMP/], udpOnly],
  nxdomain: [[/status: NXDOMAIN/, /AUTHORITY: 1/], udpOnly],
  nodata: [[/status: NOERROR/, /ANSWER: 0, AUTHORITY: 1/], udpOnly],
  lame: [[/flags: qr rd ra;/, /ANSWER: 0, AUTHORITY: 1/, /\.\s+300\s+IN\s+NS/], udpOnly],
  'some-servfail': [[honest], udpOnly],
  'formerr-on-edns': [[/status: FORMERR/, /QUERY: 0, ANSWER: 0/], udpOnly],
  'silent-on-edns': [[timedOut], udpOnly],
  garbage: [[/Got bad packet/, /62 bytes/], udpOnly],
  'zero-byte': [[/short \(< header size\)/, timedOut], udpOnly],
  'cut-header': [[/short \(< header size\)/, timedOut], udpOnly],
  'truncated-rdata': [[/malformed message packet/, /4 extra bytes/], udpOnly],
  'short-address': [[/malformed message packet/, /3 extra bytes/], udpOnly],
  'pointer-loop': [[/Got bad packet: bad compression pointer/], udpOnly],
  'wrong-counts': [[/malformed message packet/, /ANSWER: 65535/], udpOnly],
  'no-question': [[/QUERY: 0, ANSWER: 1/, /www\.Lab\.test\.\s+300\s+IN\s+A\s+192/], udpOnly],
  'wrong-id-first': [[/ID mismatch/, honest], udpOnly],
  'wrong-question-first': [[/mismatch: got zww\.Lab\.test\/A/, honest], udpOnly],
  'wrong-type-first': [[/mismatch: got www\.Lab\.test\/TXT/, honest], udpOnly],
  'wrong-port-first': [[honest], udpOnly],
  'wrong-address-first': [[honest], udpOnly],
  'query-bit-first': [[/query response not set/, /203\.0\.113\.66/], udpOnly],
  'garbage-first': [[/ID mismatch/, honest], udpOnly],
  'zero-byte-first': [[/short \(< header size\)/, honest], udpOnly],
  'unrelated-in-answer': [
    [/victim\.test\.\s+300\s+IN\s+A\s+203\.0\.113\.66/, /www\.Lab\.test\.\s+300\s+IN\s+A/],
    udpOnly,
  ],
  'other-class': [[/HS\s+A/], udpOnly],
  'huge-ttl': [[/2147483648\s+IN\s+A/], udpOnly],
  'lower-case': [[/www\.lab\.test\.\s+300\s+IN\s+A/], udpOnly],
  'cname-loop': [[/www\.Lab\.test\.\s+300\s+IN\s+CNAME\s+loop/, /loop\.\S+\s+300\s+IN\s+CNAME\s+www\.Lab/], udpOnly],
  truncated: [[/retrying in TCP/, /ANSWER: 2,/], udpThenTcp],
  'truncated-tcp-refused': [[/retrying in TCP/, /connection refused/], udpOnly],
  'truncated-tcp-silent': [[/retrying in TCP/, timedOut], udpThenTcp],
  'truncated-tcp-reset': [[/retrying in TCP/, /connection reset/], udpThenTcp],
  'truncated-tcp-short': [[/retrying in TCP/, /end of file/], udpThenTcp],
  'truncated-tcp-slow': [[/retrying in TCP/, timedOut], udpThenTcp],
  'truncated-tcp-huge': [[/retrying in TCP/], udpThenTcp],
  'truncated-tcp-endless': [[/retrying in TCP/, /ID mismatch: .* got 65535/], udpThenTcp],
  'truncated-tcp-wrong-id': [[/retrying in TCP/, /ID mismatch/], udpThenTcp],
  'truncated-tcp-truncated': [[/flags: qr aa tc/, /ANSWER: 1,/], udpThenTcp],
  'wildcard-rotating': [[/ANSWER: 2,/, /\sA\s+198\.51\.100\.\d/], udpOnly],
  'wildcard-hashed': [[/ANSWER: 1,/, /\sA\s+198\.51\.100\.\d/], udpOnly],
  'wildcard-hashed-ipv6': [[/status: NOERROR/, /ANSWER: 0,/], udpOnly],
  'wildcard-seldom': [[/ANSWER: 1,/, /\sA\s+198\.51\.100\.1\s/], udpOnly],
  'wildcard-eight': [[/status: NXDOMAIN/], udpOnly],
  'wildcard-numbered': [[/status: NXDOMAIN/], udpOnly],
  'wildcard-endless': [[/ANSWER: 1,/, /\sA\s+10\.\d/], udpOnly],
};

describe.concurrent('every behaviour, as dig sees it', () => {
  test.each(Object.keys(nameServerBehaviours) as NameServerBehaviourName[])('%s', async (behaviour) => {
    const [expected, heard] = seen[behaviour];
    const { log, queries } = await digAt(behaviour, ['www.Lab.test', 'A'], expected.includes(timedOut) ? 1 : 9);
    for (const pattern of expected) expect(log).toMatch(pattern);
    expect(queries).toEqual(heard);
  });
});

describe.concurrent('behaviours that depend on the query', () => {
  test.each<[NameServerBehaviourName, string[], RegExp]>([
    ['some-servfail', ['www.lab.test', 'TXT'], /status: SERVFAIL/],
    ['some-servfail', ['www.lab.test', 'MX'], /status: SERVFAIL/],
    ['some-servfail', ['www.lab.test', 'HTTPS'], /status: NOERROR.*[\s\S]*ANSWER: 0, AUTHORITY: 1[\s\S]*IN\s+HTTPS/],
    ['formerr-on-edns', ['+noedns', 'www.Lab.test'], honest],
    ['silent-on-edns', ['+noedns', 'www.Lab.test'], honest],
    ['wrong-id-first', ['+tcp', 'www.Lab.test'], honest],
    ['closed-tcp', ['+tcp', 'www.Lab.test'], /connection refused/],
    ['truncated', ['+ignore', 'www.Lab.test'], /flags: qr aa tc.*[\s\S]*ANSWER: 1,/],
    ['answer', ['+cd', 'www.Lab.test'], /flags: qr aa rd ra cd;/],
    ['answer', ['www.lab.test', 'AAAA'], /2001:db8::1/],
    ['wildcard-hashed-ipv6', ['x.wild.example', 'AAAA'], /\sAAAA\s+2001:db8:ffff::[0-9a-f]+\s/],
  ])('%s: %j', async (behaviour, args, expected) => {
    expect((await digAt(behaviour, args)).log).toMatch(expected);
  });
});

test('a server records the queries that it receives', async () => {
  const server = await startMaliciousNameServer('answer');
  onTestFinished(() => server.stop());
  await runCommand('kdig', [...digServer(server.address), '+noedns', '+cdflag', 'www.lab.test', 'HTTPS']);
  await runCommand('kdig', [...digServer(server.address), '+edns', '+tcp', 'lab.test', 'A']);
  expect(server.heard).toMatchObject([
    { transport: 'udp', name: 'www.lab.test', type: 65, hasEdns: false, isCheckingDisabled: true },
    { transport: 'tcp', name: 'lab.test', type: 1, hasEdns: true, isCheckingDisabled: false },
  ]);
  expect(server.heard[0]?.sourcePort).toBeGreaterThan(0);
});
