import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';

/** Paths of PEM files. */
export interface WebCertificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256', '-days', '2'];

/** Creates a certification authority and a certificate for names and addresses in `directory`, with OpenSSL. */
export async function makeCertificates(directory: string, altNames: readonly string[]): Promise<WebCertificates> {
  const at = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => runCommand('openssl', args, directory);
  const basic = 'basicConstraints=critical,CA:TRUE';
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Lab CA',
    '-addext',
    basic,
  );
  await openssl('req', '-new', ...newKey, '-keyout', 'web.key', '-out', 'web.csr', '-subj', '/CN=web.test');
  await writeFile(at('web.ext'), `subjectAltName=${altNames.join(',')}\nextendedKeyUsage=serverAuth\n`);
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  await openssl('x509', '-req', '-in', 'web.csr', ...issuer, '-days', '2', '-extfile', 'web.ext', '-out', 'web.pem');
  return { authority: at('ca.pem'), certificate: at('web.pem'), key: at('web.key') };
}
