import { findCommand, runCommand } from '../processes/commands.ts';

/** What ngtcp2's client with GnuTLS negotiates over QUIC. */
interface QuicSession {
  readonly alpn: string | null;
  /** As GnuTLS names it: AES-128-GCM. */
  readonly cipher: string | null;
}

/** Makes a handshake, and a request, with a server on 127.0.0.1. */
export async function gtlsclient(host: string, port: number): Promise<QuicSession> {
  const quick = ['--timeout=2s', '--handshake-timeout=10s', '--exit-on-all-streams-close'];
  const quiet = ['--no-quic-dump', '--no-http-dump'];
  // It reports on standard error.
  const shell = ['-c', '"$0" "$@" 2>&1; true', findCommand('gtlsclient')];
  const output = await runCommand('sh', [...shell, ...quick, ...quiet, '127.0.0.1', String(port), `https://${host}/`]);
  const said = (pattern: RegExp) => pattern.exec(output)?.[1] ?? null;
  return { alpn: said(/Negotiated ALPN is (\S+)/), cipher: said(/Negotiated cipher suite is (\S+)/) };
}
