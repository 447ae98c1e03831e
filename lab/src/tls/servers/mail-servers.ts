import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onFreePorts } from '../../processes/free-port.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates, ServedCertificate } from '../certificates/certificates.ts';

/** Protocols with STARTTLS. */
export const mailProtocols = ['smtp', 'imap', 'pop3', 'sieve'] as const;
export type MailProtocol = (typeof mailProtocols)[number];

/** One Dovecot, with a free port of 127.0.0.1 for each protocol. */
export interface MailServer {
  readonly host: string;
  readonly ports: Readonly<Record<MailProtocol, number>>;
}

/** Dovecot's names of the services: its SMTP service is submission, its ManageSieve service uses the protocol sieve. */
const services: Readonly<Record<MailProtocol, string>> = {
  smtp: 'submission',
  imap: 'imap',
  pop3: 'pop3',
  sieve: 'sieve',
};

export async function startMailServer(workplace: Workplace, certificates: Certificates): Promise<MailServer> {
  const certificate = await certificates.make('rsa');
  return onFreePorts(mailProtocols.length, async ([smtp = 0, imap = 0, pop3 = 0, sieve = 0]) => {
    const ports = { smtp, imap, pop3, sieve };
    const directory = join(workplace.directory, `dovecot-${smtp}`);
    await mkdir(directory);
    const config = join(directory, 'dovecot.conf');
    await writeFile(config, configuration(directory, certificate, ports));
    await workplace.start('dovecot', ['-F', '-c', config], /starting up for/);
    return { host: certificate.host, ports };
  });
}

function configuration(
  directory: string,
  { chainFile, keyFile }: ServedCertificate,
  ports: MailServer['ports'],
): string {
  const { username } = userInfo();
  const users = username === 'root' ? '' : `default_login_user = ${username}\ndefault_internal_user = ${username}\n`;
  return `base_dir = ${directory}/run
state_dir = ${directory}/state
instance_name = sonde-lab
log_path = /dev/stderr
listen = 127.0.0.1
protocols = ${mailProtocols.map((name) => services[name]).join(' ')}
hostname = mail.tls.test
ssl = yes
ssl_cert = <${chainFile}
ssl_key = <${keyFile}
ssl_min_protocol = TLSv1.2
submission_relay_host = 127.0.0.1
${users}passdb {
  driver = static
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${directory}
}
${mailProtocols.map((name) => listener(services[name], ports[name])).join('\n')}
`;
}

/** Without the listener for implicit TLS. */
function listener(service: string, port: number): string {
  const process = service === 'sieve' ? 'managesieve' : service;
  const hasTlsListener = service === 'imap' || service === 'pop3';
  return `service ${process}-login {
  chroot =
  inet_listener ${service} {
    port = ${port}
  }
${!hasTlsListener ? '' : `  inet_listener ${service}s {\n    port = 0\n  }\n`}}`;
}
