import { type MailServer, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DnsQuestion, type Net, NetFailure } from '../../net/net.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { typeMnemonic } from '../../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { record } from '../../testing/scripted-dns.ts';
import { dnsAnswer } from '../../testing/scripted-net.ts';

let lab: TlsLab;
let mail: MailServer;
let real: NodeNet;

beforeAll(async () => {
  lab = await startTlsLab();
  mail = await lab.startMail();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: '127.0.0.1',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  real = createNodeNet(settings);
}, 120_000);
afterAll(async () => {
  real?.close();
  await lab?.stop();
});

/** The lab's real mail server listens at port 25 of 127.0.0.1; the test determines the DNS answers. */
function netOf(answers: Readonly<Record<string, readonly (readonly string[])[]>>, connect?: Net['connect']): Net {
  const ask = async (question: DnsQuestion) => {
    const type = typeMnemonic(question.type);
    const records = (answers[`${question.name} ${type}`] ?? []).map((fields) =>
      record(question.name, type, 300, ...fields),
    );
    return dnsAnswer(question, { records, isAuthenticated: true });
  };
  const atLab: Net['connect'] = (target, limits, signal) =>
    real.connect({ ...target, port: mail.ports.smtp } as typeof target, limits, signal);
  return {
    ...real,
    ask,
    keepAllowed: (addresses) => real.keepAllowed(addresses),
    checkHost: (host) => real.checkHost(host),
    trustAnchors: () => real.trustAnchors(),
    connect: connect ?? atLab,
  };
}

const lookUp = (net: Net) =>
  measure(checkQuery('mail', { domain: 'example.com' }), { net, data: noData, signal: AbortSignal.timeout(30_000) });
const namesOf = (exchange: string) => ({
  'example.com MX': [['10', exchange]],
  [`${exchange} A`]: [['127.0.0.1']],
  '1.0.0.127.in-addr.arpa PTR': [[exchange]],
});
const codesOf = ({ findings = [] }: Awaited<ReturnType<typeof lookUp>>) =>
  findings.map(({ state, code }) => `${state} ${code}`);

test('examines a real mail server: STARTTLS, its certificate for the MX name, and reverse DNS', async () => {
  const answer = await lookUp(netOf(namesOf(mail.host)));
  expect(answer.servers).toEqual([
    {
      name: mail.host,
      address: '127.0.0.1',
      greeting: expect.stringMatching(/^220 /),
      starttls: { offered: true, protocol: 'TLSv1.3', step: null, reason: null, problem: null },
      certificate: { valid: true, reasons: [] },
      reverseNames: [mail.host],
      isConfirmed: true,
    },
  ]);
  expect(codesOf(answer)).toContain('good smtp-tls-offered');
  expect(answer.dane).toEqual([]);
});

test('only notes a certificate for another name unless a policy requires a valid one', async () => {
  const answer = await lookUp(netOf(namesOf('mx.other.example')));
  expect(answer.servers[0]?.certificate).toEqual({ valid: false, reasons: ['hostname_mismatch'] });
  expect(codesOf(answer)).toContain('note smtp-certificate-invalid');
});

test('has one gap and no verdict on TLS if no server is reachable on port 25', async () => {
  const blocked = () => Promise.reject(new NetFailure('timeout', 'port 25'));
  const answer = await lookUp(netOf(namesOf(mail.host), blocked));
  expect(answer.gaps).toContainEqual({ part: 'smtp', code: 'unreachable' });
  expect(answer.servers[0]).toMatchObject({ starttls: { offered: null, step: 'connect' }, certificate: null });
  expect(codesOf(answer).filter((code) => code.includes('smtp-'))).toEqual([]);
});
