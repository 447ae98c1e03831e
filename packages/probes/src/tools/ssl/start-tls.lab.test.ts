import { type MailServer, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noData } from '../../data/no-data.ts';
import type { Net } from '../../net/net.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';

let lab: TlsLab;
let mail: MailServer;
let door: NodeNet;
let net: Net;

beforeAll(async () => {
  lab = await startTlsLab();
  mail = await lab.startMail();
  const { settings } = readNetSettings({
    SONDE_RESOLVERS: '127.0.0.1',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error('the settings are wrong');
  door = createNodeNet(settings);
  // The dialog goes by the port, and nobody may listen on those ports here.
  const { smtp, imap, pop3 } = mail.ports;
  const listening: Readonly<Record<number, number>> = { 25: smtp, 587: smtp, 143: imap, 110: pop3 };
  net = {
    ...door,
    connect: (target, limits, signal) =>
      door.connect({ ...target, port: listening[target.port] ?? target.port }, limits, signal),
  };
});
afterAll(async () => {
  door?.close();
  await lab?.stop();
});

test.each([
  [25, 'smtp'],
  [587, 'smtp'],
  [143, 'imap'],
  [110, 'pop3'],
])('port %i: TLS after a dialog of %s', async (port, startTls) => {
  const context = { net, data: noData, signal: AbortSignal.timeout(30_000) };
  const answer = await measure(checkQuery('ssl', { domain: `127.0.0.1:${port}` }), context);
  expect(answer).toMatchObject({
    peerPort: port,
    startTls,
    subject: `CN=${mail.host},O=Sonde Lab`,
    reasons: ['hostname_mismatch'],
    protocol: 'TLSv1.3',
    enabledProtocols: ['TLSv1.3', 'TLSv1.2'],
    partial: false,
    gaps: [],
  });
  expect(answer.certificateChain).toHaveLength(2);
});
