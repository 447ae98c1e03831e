/** Protocols with STARTTLS or an equivalent: they begin in plain text and switch to TLS on request. */
export const startTlsNames = [
  'smtp',
  'imap',
  'pop3',
  'ftp',
  'ldap',
  'xmpp',
  'xmpp-server',
  'sieve',
  'postgres',
  'mysql',
  'nntp',
  'rdp',
] as const;

export type StartTlsName = (typeof startTlsNames)[number];

/** The registered port of each protocol (IANA "Service Name and Transport Protocol Port Number Registry"). */
export const startTlsPorts: Readonly<Record<StartTlsName, number>> = {
  smtp: 25,
  imap: 143,
  pop3: 110,
  ftp: 21,
  ldap: 389,
  xmpp: 5222,
  'xmpp-server': 5269,
  sieve: 4190,
  postgres: 5432,
  mysql: 3306,
  nntp: 119,
  rdp: 3389,
};
