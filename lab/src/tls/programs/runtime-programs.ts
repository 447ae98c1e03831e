import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../processes/commands.ts';
import type { Program, ProgramPlace } from './program.ts';

const source = (name: string) => fileURLToPath(new URL(`../../../tls/${name}`, import.meta.url));

/** Small servers in languages with their own TLS library, and in Python, which uses OpenSSL. */
export const runtimePrograms = {
  erlang: { start: startErlang },
  java: { start: (place) => startJava(place, 'default') },
  /** All versions and suites that JSSE still has, including those disabled by default. */
  'java-everything': { start: (place) => startJava(place, 'everything') },
  python: { certificates: ['incomplete-chain'], start: startPython },
} as const satisfies Record<string, Program>;

async function startErlang({ workplace, port, certificate }: ProgramPlace): Promise<void> {
  const args = [source('server.erl'), String(port), certificate.chainFile, certificate.keyFile];
  await workplace.start('escript', args, /ready/);
}

async function startPython({ workplace, port, certificate }: ProgramPlace): Promise<void> {
  const args = [source('server.py'), String(port), certificate.chainFile, certificate.keyFile];
  await workplace.start('python3', args, /ready/);
}

async function startJava({ workplace, directory, port, certificate }: ProgramPlace, which: string): Promise<void> {
  const [store, security] = [join(directory, 'store.p12'), join(directory, 'security.properties')];
  const password = randomUUID();
  await runCommand('openssl', [
    ...['pkcs12', '-export', '-in', certificate.chainFile, '-inkey', certificate.keyFile],
    ...['-passout', `pass:${password}`, '-out', store],
  ]);
  await writeFile(security, which === 'everything' ? 'jdk.tls.disabledAlgorithms=\njdk.tls.legacyAlgorithms=\n' : '');
  const args = [`-Djava.security.properties=${security}`, '-XX:TieredStopAtLevel=1', source('TlsServer.java')];
  await workplace.start('java', [...args, String(port), store, password, which], /ready/);
}
