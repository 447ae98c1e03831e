import { runCommand } from '@sonde/lab';

/** The versions of sslscan and testssl.sh. */
export async function peerVersions(): Promise<string[]> {
  const sslscan = await runCommand('sslscan', ['--version']);
  const testssl = await runCommand('testssl', ['--version', '--color', '0']).catch(
    (error: { stdout?: string }) => error.stdout,
  );
  return [/\d+\.\d+\.\d+\S*/.exec(sslscan)?.[0] ?? '', /testssl\S*\s+(\S+)/.exec(testssl ?? '')?.[1] ?? ''];
}
