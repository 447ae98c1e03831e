import type { StartTls } from '@sonde/contract';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { readMessage } from './plain-reader.ts';

export type BinaryProtocol = Extract<StartTls, 'ldap' | 'postgres' | 'mysql' | 'rdp'>;

/** STARTTLS in binary protocols: returns whether the server switches to TLS. @throws NetFailure */
export const binaryDialogs: Readonly<Record<BinaryProtocol, (connection: TlsConnection) => Promise<boolean>>> = {
  ldap: switchLdap,
  postgres: switchPostgres,
  mysql: switchMysql,
  rdp: switchRdp,
};

/** ExtendedRequest with the OID of StartTLS (RFC 4511 sections 4.12 and 4.14.1). */
const LDAP_REQUEST = Buffer.from(`301d02010177188016${Buffer.from('1.3.6.1.4.1.1466.20037').toString('hex')}`, 'hex');
/** ExtendedResponse, and the encoded result code "success". */
const LDAP_RESPONSE = 0x78;
const LDAP_SUCCESS = Buffer.from('0a0100', 'hex');

async function switchLdap(connection: TlsConnection): Promise<boolean> {
  await connection.send(LDAP_REQUEST);
  const answer = await readMessage(connection, berLength);
  const start = answer.indexOf(LDAP_RESPONSE);
  return answer[0] === 0x30 && start > 0 && answer.indexOf(LDAP_SUCCESS) > start;
}

/** Length of a BER element including its header (X.690 section 8.1.3). */
function berLength(start: Buffer): number | null {
  const [, first] = start;
  if (first === undefined) return null;
  if (first < 0x80) return 2 + first;
  const octets = first & 0x7f;
  if (octets === 0 || octets > 4) return start.length;
  return start.length < 2 + octets ? null : 2 + octets + start.readUIntBE(2, octets);
}

/** SSLRequest; the reply is a single letter (PostgreSQL manual, "SSL Session Encryption"). */
async function switchPostgres(connection: TlsConnection): Promise<boolean> {
  await connection.send(Buffer.from('0000000804d2162f', 'hex'));
  const answer = await readMessage(connection, ({ length }) => (length > 0 ? 1 : null));
  return answer.toString('latin1') === 'S';
}

const MYSQL_HEADER = 4;
const MYSQL_PROTOCOL = 10;
/** Thread ID, first part of the salt, filler. */
const MYSQL_BEFORE_FLAGS = 4 + 8 + 1;
const CLIENT_SSL = 0x0800;
/** Protocol 4.1 and its authentication; 16 MB; utf8; 23 octets of zeros. */
const MYSQL_SSL_REQUEST = Buffer.from(`2000000100aa000000000001${'21'}${'00'.repeat(23)}`, 'hex');

/** The server's greeting shows whether it supports TLS (MySQL and MariaDB, "Connection Phase"). */
async function switchMysql(connection: TlsConnection): Promise<boolean> {
  const greeting = await readMessage(connection, (start) =>
    start.length < MYSQL_HEADER ? null : MYSQL_HEADER + start.readUIntLE(0, 3),
  );
  const endOfVersion = greeting.indexOf(0, MYSQL_HEADER);
  const place = endOfVersion + 1 + MYSQL_BEFORE_FLAGS;
  if (greeting[MYSQL_HEADER] !== MYSQL_PROTOCOL || endOfVersion < 0 || place + 2 > greeting.length) return false;
  if ((greeting.readUInt16LE(place) & CLIENT_SSL) === 0) return false;
  await connection.send(MYSQL_SSL_REQUEST);
  return true;
}

/** X.224 Connection Request that offers TLS and CredSSP ([MS-RDPBCGR] sections 2.2.1.1 and 2.2.1.2). */
const RDP_REQUEST = Buffer.from('030000130ee000000000000100080003000000', 'hex');
const RDP_CONFIRM = 0xd0;
const RDP_NEGOTIATED = 0x02;
const RDP_PLACE = 11;

async function switchRdp(connection: TlsConnection): Promise<boolean> {
  await connection.send(RDP_REQUEST);
  const answer = await readMessage(connection, (start) => (start.length < 4 ? null : start.readUInt16BE(2)));
  if (answer.length < RDP_PLACE + 8 || answer[5] !== RDP_CONFIRM || answer[RDP_PLACE] !== RDP_NEGOTIATED) return false;
  // 0 means RDP's own encryption.
  return answer.readUInt32LE(RDP_PLACE + 4) !== 0;
}
