import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../processes/commands.ts';
import type { Workplace } from '../processes/workplace.ts';
import type { MailCertificates } from './certificates.ts';

/** Mail servers, each at its own address, all on one port. */
export const smtpAddresses = {
  /** Postfix. */
  sound: '127.0.25.1',
  clear: '127.0.25.2',
  expired: '127.0.25.3',
  otherName: '127.0.25.4',
  /**
   * OpenSMTPD. Debian 12's version offers STARTTLS but fails every handshake: it keeps its keys in another process,
   * which does not work with its OpenSSL 3.
   */
  opensmtpd: '127.0.25.5',
  opensmtpdClear: '127.0.25.6',
  /** Tells every client to try again later, as greylisting does. */
  greylisting: '127.0.25.7',
  /** Programs of the lab. */
  hanging: '127.0.25.8',
  tarpit: '127.0.25.9',
  /** Programs of the lab that offer STARTTLS, and then send a text, close the connection, or refuse. */
  garbage: '127.0.25.10',
  closing: '127.0.25.11',
  refusing: '127.0.25.12',
  /** Nothing listens here. */
  closed: '127.0.25.99',
} as const;

/** OpenSMTPD and Postfix conflict as packages, so OpenSMTPD is only unpacked (`npm test` does that). */
const openSmtpd = fileURLToPath(new URL('../../../.cache/debian/opensmtpd/usr/sbin/smtpd', import.meta.url));

/**
 * OpenSMTPD has compiled-in users and directories. It gets them in a mount namespace of its own, so that the machine
 * stays unchanged.
 */
const inOwnFolders = `set -e
mount --make-rprivate /
mount --bind "$1/passwd" /etc/passwd
mount --bind "$1/group" /etc/group
for folder in /var/spool /run /var/lib; do mount -t tmpfs tmpfs "$folder"; done
mkdir -p /var/lib/opensmtpd/empty /var/spool/smtpd
chmod 711 /var/spool/smtpd
"$0" -d -f "$1/smtpd.conf"; exit $?`;

export async function startOpenSmtpd(
  workplace: Workplace,
  certificates: MailCertificates,
  port: number,
): Promise<void> {
  requireRoot('OpenSMTPD');
  if (!existsSync(openSmtpd)) throw new Error('OpenSMTPD is not unpacked in .cache/debian: npm test does it');
  const directory = join(workplace.directory, `opensmtpd-${port}`);
  await mkdir(directory);
  const { chainFile, keyFile } = certificates.servers;
  const listen = (address: string, more: string) => `listen on ${address} port ${port} hostname mail.mx.test ${more}`;
  await Promise.all([
    withUsers('/etc/passwd', join(directory, 'passwd'), (name, id) => `${name}:x:${id}:${id}::/:/usr/sbin/nologin`),
    withUsers('/etc/group', join(directory, 'group'), (name, id) => `${name}:x:${id}:`),
    writeFile(
      join(directory, 'smtpd.conf'),
      [
        `pki servers cert "${chainFile}"`,
        `pki servers key "${keyFile}"`,
        listen(smtpAddresses.opensmtpd, 'tls pki servers'),
        listen(smtpAddresses.opensmtpdClear, ''),
        'match from any for any reject\n',
      ].join('\n'),
    ),
  ]);
  const shell = [findCommand('sh'), '-c', inOwnFolders, openSmtpd, directory];
  await workplace.start('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...shell], /starting/);
}

/** User ids that only its processes use. */
async function withUsers(from: string, to: string, line: (name: string, id: number) => string): Promise<void> {
  const users = ['opensmtpd', 'opensmtpq'].map((name, index) => line(name, 64_001 + index));
  await writeFile(to, `${await readFile(from, 'utf8')}${users.join('\n')}\n`);
}

export async function startPostfix(workplace: Workplace, certificates: MailCertificates, port: number): Promise<void> {
  requireRoot('Postfix');
  const directory = join(workplace.directory, `postfix-${port}`);
  await chmod(workplace.directory, 0o711);
  await mkdir(join(directory, 'queue'), { recursive: true });
  const chain = (name: 'servers' | 'expired' | 'otherName') =>
    `smtpd_tls_chain_files=${certificates[name].keyFile},${certificates[name].chainFile}`;
  const service = (address: string, ...options: string[]) =>
    [`${address}:${port} inet n - n - - smtpd`, ...options.map((option) => `  -o ${option}`)].join('\n');
  await writeFile(
    join(directory, 'master.cf'),
    `${[
      service(smtpAddresses.sound, chain('servers')),
      service(smtpAddresses.clear, 'smtpd_tls_security_level=none'),
      service(smtpAddresses.expired, chain('expired')),
      service(smtpAddresses.otherName, chain('otherName')),
      service(smtpAddresses.greylisting, 'smtpd_delay_reject=no', 'smtpd_client_restrictions=defer'),
      ...['tlsmgr unix - - n 1000? 1 tlsmgr', 'anvil unix - - n - 1 anvil', 'rewrite unix - - n - - trivial-rewrite'],
      ...[
        'proxymap unix - - n - - proxymap',
        'postlog unix-dgram n - n - 1 postlogd',
        'cleanup unix n - n - 0 cleanup',
      ],
    ].join('\n')}\n`,
  );
  await writeFile(
    join(directory, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${directory}/queue
data_directory = ${directory}/data
myhostname = mail.mx.test
inet_interfaces = loopback-only
maillog_file = ${directory}/log
maillog_file_prefixes = ${directory}
smtpd_tls_security_level = may
`,
  );
  const shell = ['sh', '-c', 'echo begun; "$0" "$@"; exit $?', findCommand('postfix'), '-c', directory, 'start-fg'];
  await workplace.start('unshare', ['--pid', '--kill-child', ...shell], /begun/);
}

function requireRoot(program: string): void {
  if (process.getuid?.() !== 0) throw new Error(`${program} can only be started by root`);
}

/** Servers that keep their clients waiting, or fail at STARTTLS, on purpose. */
export async function startFaultyServers(port: number): Promise<{ stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const listen = async (address: string, serve: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
      serve(socket);
    });
    server.listen(port, address);
    await once(server, 'listening');
    return server;
  };
  const servers = [
    await listen(smtpAddresses.hanging, hang),
    await listen(smtpAddresses.tarpit, dribble),
    await listen(smtpAddresses.garbage, failAtTls('220 Ready to start TLS\r\n', 'This is no TLS record.\r\n')),
    await listen(smtpAddresses.closing, failAtTls('220 Ready to start TLS\r\n', null)),
    await listen(smtpAddresses.refusing, failAtTls('554 5.7.3 Unable to initialize security subsystem\r\n', '')),
  ];
  return {
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => once(server.close(), 'close')));
    },
  };
}

/** Offers STARTTLS, then goes silent when a client uses it. */
function hang(socket: Socket): void {
  socket.write('220 hanging.mx.test ESMTP\r\n');
  socket.on('data', (bytes) => {
    if (/^EHLO/i.test(bytes.toString('latin1'))) socket.write('250-hanging.mx.test\r\n250-STARTTLS\r\n250 HELP\r\n');
  });
}

/** `then`: sent at the ClientHello; null closes the connection. */
function failAtTls(ready: string, then: string | null): (socket: Socket) => void {
  return (socket) => {
    let isAsked = false;
    socket.write('220 broken.mx.test ESMTP\r\n');
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1');
      if (isAsked && !/^QUIT/i.test(line)) {
        if (then === null) socket.destroy();
        else socket.write(then);
      } else if (/^EHLO/i.test(line)) socket.write('250-broken.mx.test\r\n250-STARTTLS\r\n250 HELP\r\n');
      else if (/^STARTTLS/i.test(line)) {
        isAsked = true;
        socket.write(ready);
      } else socket.end('221 Bye\r\n');
    });
  };
}

const TARPIT = '220-This server takes its time, and answers every client one octet after another.\r\n';
const OCTET_EVERY_MS = 400;

function dribble(socket: Socket): void {
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(TARPIT[sent % TARPIT.length] ?? '');
    sent += 1;
  }, OCTET_EVERY_MS);
  socket.on('close', () => clearInterval(timer));
}
