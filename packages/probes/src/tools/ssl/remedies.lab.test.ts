import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Explanation } from '@sonde/contract/finding/explanation';
import { sslExplanations } from '@sonde/contract/tools/ssl/explanations';
import { runCommand, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TlsLab;

beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());

const all: readonly Explanation[] = Object.values(sslExplanations);
const lines = new Set(all.flatMap(({ remedies }) => (typeof remedies === 'string' ? [] : (remedies.nginx ?? []))));
/** Leaves out the group that the OpenSSL of the lab is too old for. */
const forOpenssl30 = (text: string) => text.replace('X25519MLKEM768:', '');

test.each([...lines])('nginx accepts %j', async (text) => {
  const { chainFile, keyFile } = await lab.certificates.make('rsa');
  const own = `ssl_certificate ${chainFile}; ssl_certificate_key ${keyFile};`;
  const remedy = forOpenssl30(text)
    .replace('/etc/ssl/site/fullchain.pem', chainFile)
    .replace('/etc/ssl/site/key.pem', keyFile);
  const config = join(lab.directory, 'remedy.conf');
  await writeFile(
    config,
    `pid ${lab.directory}/remedy.pid;
error_log stderr;
events {}
http {
  access_log off;
  server {
    ${remedy.includes('listen ') ? '' : 'listen 8443 ssl;'}
    ${remedy.includes('ssl_certificate ') ? '' : own}
    ${remedy}
  }
}
`,
  );
  await expect(runCommand('nginx', ['-t', '-q', '-c', config])).resolves.toBeDefined();
});
