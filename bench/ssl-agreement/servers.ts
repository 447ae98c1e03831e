import {
  type StartTlsServerName,
  startPostgresLab,
  type TlsLab,
  type TlsProgramName,
  type TlsServerName,
} from '@sonde/lab';

/** The protocol of a server with STARTTLS. */
export type StartTls = 'smtp' | 'imap' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql';

/** A server that all three tools check. */
export interface ListedServer {
  /** The program; servers of the same program count once. */
  readonly kind: string;
  /** Its TLS library. */
  readonly library: string;
  readonly startTls: StartTls | null;
  start(lab: TlsLab): Promise<RunningServer>;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** Stops it before its lab; default: it stops with the lab. */
  stop?(): Promise<void>;
}

const OPENSSL = 'OpenSSL 3.0';
const GNUTLS = 'GnuTLS 3.7';

function program(kind: string, library: string, name: TlsProgramName, startTls: StartTls | null = null): ListedServer {
  return { kind, library, startTls, start: (lab) => lab.startProgram(name) };
}

function ofLab(kind: string, library: string, name: TlsServerName): ListedServer {
  return { kind, library, startTls: null, start: (lab) => lab.start(name) };
}

function switching(kind: string, library: string, name: StartTlsServerName, startTls: StartTls): ListedServer {
  return { kind, library, startTls, start: (lab) => lab.startStartTls(name) };
}

const dovecot: ListedServer = {
  kind: 'Dovecot',
  library: OPENSSL,
  startTls: 'imap',
  async start(lab) {
    const { host, ports } = await lab.startMail();
    return { host, port: ports.imap };
  },
};

const postgresql: ListedServer = {
  kind: 'PostgreSQL',
  library: OPENSSL,
  startTls: 'postgres',
  async start(lab) {
    const certificate = await lab.certificates.make('rsa');
    const { port, stop } = await startPostgresLab(certificate);
    return { host: certificate.host, port, stop };
  },
};

/** Web servers, proxies, languages, mail, directories, databases, brokers and chat servers of Debian 12, and Node from 0.8 on. */
export const servers: Readonly<Record<string, ListedServer>> = {
  'nginx-modern': ofLab('nginx', OPENSSL, 'nginx-modern'),
  'nginx-legacy': ofLab('nginx', OPENSSL, 'nginx-legacy'),
  apache: program('Apache httpd', OPENSSL, 'apache'),
  haproxy: program('HAProxy', OPENSSL, 'haproxy'),
  stunnel: program('stunnel', OPENSSL, 'stunnel'),
  hitch: program('Hitch', OPENSSL, 'hitch'),
  h2o: program('H2O', OPENSSL, 'h2o'),
  caddy: program('Caddy', 'Go 1.19', 'caddy'),
  'lighttpd-openssl': program('lighttpd', OPENSSL, 'lighttpd-openssl'),
  'lighttpd-gnutls': program('lighttpd', GNUTLS, 'lighttpd-gnutls'),
  'lighttpd-mbedtls': program('lighttpd', 'Mbed TLS 2.28', 'lighttpd-mbedtls'),
  'lighttpd-nss': program('lighttpd', 'NSS 3.87', 'lighttpd-nss'),
  'lighttpd-wolfssl': program('lighttpd', 'wolfSSL 5.5', 'lighttpd-wolfssl'),
  java: program('Java', 'JSSE 17', 'java'),
  'java-everything': program('Java', 'JSSE 17', 'java-everything'),
  erlang: program('Erlang', 'Erlang ssl 10.8', 'erlang'),
  python: program('Python', OPENSSL, 'python'),
  botan: program('Botan', 'Botan 2.19', 'botan'),
  'node-0.8': ofLab('Node', 'OpenSSL 1.0.0m', 'old-1.0.0m'),
  'node-0.10': ofLab('Node', 'OpenSSL 1.0.1e', 'old-1.0.1e-heartbleed'),
  'node-0.12': ofLab('Node', 'OpenSSL 1.0.1l', 'old-1.0.1l'),
  'node-8': ofLab('Node', 'OpenSSL 1.0.2s', 'old-1.0.2s'),
  'node-24': ofLab('Node', 'OpenSSL 3.5', 'node-24'),
  'gnutls-modern': ofLab('gnutls-serv', GNUTLS, 'gnutls-modern'),
  'gnutls-legacy': ofLab('gnutls-serv', GNUTLS, 'gnutls-legacy'),
  'openssl-legacy': ofLab('openssl s_server', OPENSSL, 'openssl-legacy'),
  postfix: program('Postfix', OPENSSL, 'postfix', 'smtp'),
  dovecot,
  vsftpd: switching('vsftpd', OPENSSL, 'vsftpd', 'ftp'),
  slapd: switching('OpenLDAP', GNUTLS, 'slapd', 'ldap'),
  prosody: switching('Prosody', OPENSSL, 'prosody', 'xmpp'),
  mariadb: switching('MariaDB', OPENSSL, 'mariadb', 'mysql'),
  postgresql,
  redis: program('Redis', OPENSSL, 'redis'),
  mosquitto: program('Mosquitto', OPENSSL, 'mosquitto'),
  ngircd: program('ngIRCd', GNUTLS, 'ngircd'),
};
