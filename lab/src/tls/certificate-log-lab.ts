import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { createAuthorities } from './certificates/authorities.ts';
import { type Certificate, createIssuer, type KeyKind } from './certificates/issue.ts';
import { der, ocspResponse } from './certificates/ocsp-response.ts';
import { forNames } from './certificates/recipes.ts';

/** A certificate log that stores nothing and signs every submission (RFC 6962 section 3.2). */
export interface LabLog {
  readonly name: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly key: Buffer;
  readonly id: Buffer;
  /** Signs a timestamp for an issued certificate. */
  signCertificate(certificate: Certificate, time: Date): Buffer;
  /** Signs a timestamp for a precertificate: its TBSCertificate and the issuer's key. */
  signBody(body: Uint8Array, issuer: Certificate, time: Date): Buffer;
}

/** Which log signs, and when. */
export interface TimestampRequest {
  readonly log: LabLog;
  readonly time: Date;
}

/** A certification authority made with OpenSSL that embeds timestamps of these logs. */
export interface CertificateLogLab {
  /** PEM of the only trust anchor. */
  readonly caFile: string;
  makeLog(name: string, kind?: 'ec' | 'rsa'): LabLog;
  /** Issues a certificate for 127.0.0.1 with embedded timestamps. */
  issue(
    timestamps: readonly TimestampRequest[],
    options?: { readonly days?: number; readonly key?: KeyKind },
  ): Promise<Certificate>;
  /** PEM: the certificate and its issuer. */
  chainOf(certificate: Certificate): string;
  /** A DER OCSP response with the status good and these timestamps, signed by the issuer. */
  respond(certificate: Certificate, timestamps: readonly Buffer[]): Promise<Buffer>;
  /** `openssl s_server` with the certificate, these timestamps in the handshake, and this response stapled; the port. */
  serve(certificate: Certificate, timestamps: readonly Buffer[], staple?: Buffer): Promise<number>;
  /** The status that `openssl s_client -ct` prints for each timestamp of the server. */
  askOpenssl(port: number, logs: readonly LabLog[]): Promise<string[]>;
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** The extension of certificates and the one of the handshake (RFC 6962 sections 3.3 and 3.3.1). */
const IN_CERTIFICATE = '1.3.6.1.4.1.11129.2.4.2';
const IN_HANDSHAKE = 18;

export async function startCertificateLogLab(): Promise<CertificateLogLab> {
  const workplace = await openWorkplace();
  const { directory } = workplace;
  const issuer = createIssuer(directory);
  const authorities = createAuthorities(issuer);
  const intermediate = await authorities.intermediate();
  const { certificateFile: caFile } = await authorities.root();
  const chainOf = ({ pem }: Certificate) => `${pem}${intermediate.pem}`;

  return {
    caFile,
    makeLog,
    chainOf,
    async issue(requests, { days = 90, key = 'p-256' } = {}) {
      const from = new Date(Date.now() - DAY_MS);
      const exactly = {
        serial: `5C${randomBytes(8).toString('hex').toUpperCase()}`,
        from,
        until: new Date(from.getTime() + days * DAY_MS - 1000),
      };
      const issueWith = (...more: string[]) =>
        issuer.issue({
          subject: '/CN=127.0.0.1',
          key,
          issuer: intermediate,
          extensions: forNames('IP:127.0.0.1', ...more),
          exactly,
        });
      // The certificate is issued twice, so that OpenSSL, not the code under test, extracts what the logs sign from the
      // first.
      const body = await bodyOf(await issueWith(), directory);
      const list = listOf(requests.map(({ log, time }) => log.signBody(body, intermediate, time)));
      return issueWith(`${IN_CERTIFICATE} = DER:${der(0x04, list).toString('hex')}`);
    },
    async respond(certificate, timestamps) {
      const about = ['-issuer', intermediate.certificateFile, '-cert', certificate.certificateFile];
      const said = await runCommand('openssl', ['ocsp', ...about, '-no_nonce', '-req_text']);
      const hexOf = (name: string) => new RegExp(`${name}: ([0-9A-F]+)`).exec(said)?.[1] ?? '';
      return ocspResponse({
        nameHash: hexOf('Issuer Name Hash'),
        keyHash: hexOf('Issuer Key Hash'),
        serial: hexOf('Serial Number'),
        signer: createPrivateKey(await readFile(intermediate.keyFile)),
        timestamps: listOf(timestamps),
      });
    },
    serve: (certificate, timestamps, staple) =>
      onFreePort(async (port) => {
        const chainFile = join(directory, `${port}.chain.pem`);
        const infoFile = join(directory, `${port}.info.pem`);
        await writeFile(chainFile, intermediate.pem);
        await writeFile(infoFile, serverInfo(listOf(timestamps)));
        const args = ['s_server', '-accept', `127.0.0.1:${port}`, '-cert', certificate.certificateFile];
        const files = ['-key', certificate.keyFile, '-cert_chain', chainFile];
        const info = timestamps.length > 0 ? ['-serverinfo', infoFile] : [];
        const stapled = staple === undefined ? [] : ['-status_file', join(directory, `${port}.ocsp`)];
        if (staple !== undefined) await writeFile(join(directory, `${port}.ocsp`), staple);
        await workplace.start('openssl', [...args, ...files, ...info, ...stapled, '-www'], /ACCEPT/);
        return port;
      }),
    async askOpenssl(port, logs) {
      const logFile = join(directory, `${port}.logs.cnf`);
      await writeFile(logFile, logConfiguration(logs));
      // s_client reads until the end of its input, and fails after an invalid timestamp.
      const client = 'openssl s_client -connect "$0" -CAfile "$1" -ct -ctlogfile "$2" </dev/null || true';
      const said = await runCommand('sh', ['-c', client, `127.0.0.1:${port}`, caFile, logFile]);
      return [...said.matchAll(/^SCT validation status: (\w+)/gm)].map(([, word = '']) => word);
    },
    stop: () => workplace.close(),
  };
}

function makeLog(name: string, kind: 'ec' | 'rsa' = 'ec'): LabLog {
  const pair =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = pair.publicKey.export({ format: 'der', type: 'spki' });
  const id = createHash('sha256').update(key).digest();
  const timestampOf = (entry: Buffer, time: Date) => {
    const octets = Buffer.alloc(8);
    octets.writeBigUInt64BE(BigInt(time.getTime()));
    // Version 1, certificate_timestamp; no extensions at the end.
    const input = Buffer.concat([Buffer.from([0, 0]), octets, entry, Buffer.from([0, 0])]);
    const algorithm = Buffer.from([4, kind === 'ec' ? 3 : 1]);
    return Buffer.concat([
      ...[Buffer.from([0]), id, octets, Buffer.from([0, 0]), algorithm],
      withLength(2, sign('sha256', input, pair.privateKey)),
    ]);
  };
  return {
    name,
    key,
    id,
    signCertificate: ({ pem }, time) =>
      timestampOf(Buffer.concat([Buffer.from([0, 0]), withLength(3, new X509Certificate(pem).raw)]), time),
    signBody: (body, issuer, time) => {
      const issuerKey = new X509Certificate(issuer.pem).publicKey.export({ format: 'der', type: 'spki' });
      const hash = createHash('sha256').update(issuerKey).digest();
      return timestampOf(Buffer.concat([Buffer.from([0, 1]), hash, withLength(3, body)]), time);
    },
  };
}

/** The TBSCertificate, extracted by OpenSSL. */
async function bodyOf({ certificateFile }: Certificate, directory: string): Promise<Buffer> {
  const out = join(directory, `${randomBytes(8).toString('hex')}.tbs`);
  // The outer header has four octets, since all certificates of the lab have 256 to 65,535 octets.
  await runCommand('openssl', ['asn1parse', '-in', certificateFile, '-strparse', '4', '-noout', '-out', out]);
  return readFile(out);
}

function withLength(octets: number, bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(octets);
  length.writeUIntBE(bytes.length, 0, octets);
  return Buffer.concat([length, bytes]);
}

function listOf(timestamps: readonly Buffer[]): Buffer {
  return withLength(2, Buffer.concat(timestamps.map((one) => withLength(2, one))));
}

/** ClientHello, ServerHello of TLS 1.2, Certificate of TLS 1.3, not on resumption: SSL_CTX_add_custom_ext(3). */
const CONTEXTS = 0x80 | 0x100 | 0x1000 | 0x40;

/** SSL_CTX_use_serverinfo_ex(3), version 2: where the extension is sent, and the extension. */
function serverInfo(list: Buffer): string {
  const contexts = Buffer.alloc(4);
  contexts.writeUInt32BE(CONTEXTS);
  const extension = Buffer.concat([contexts, Buffer.from([0, IN_HANDSHAKE]), withLength(2, list)]);
  const name = `SERVERINFOV2 FOR EXTENSION ${IN_HANDSHAKE}`;
  return `-----BEGIN ${name}-----\n${extension.toString('base64')}\n-----END ${name}-----\n`;
}

/** CTLOG_STORE_load_file(3). */
function logConfiguration(logs: readonly LabLog[]): string {
  const sections = logs.map(({ name, key }, place) => {
    return `[log${place}]\ndescription = ${name}\nkey = ${key.toString('base64')}\n`;
  });
  return `enabled_logs = ${logs.map((_, place) => `log${place}`).join(',')}\n${sections.join('')}`;
}
