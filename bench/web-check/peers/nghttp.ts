import { runPeerWithNames } from './run-peer.ts';

/** What nghttp meets; null if the server does not choose HTTP/2. */
export interface Http2Facts {
  readonly status: number;
  /** The names of the header fields in their order. */
  readonly fields: readonly string[];
}

export async function nghttp(url: string): Promise<Http2Facts | null> {
  const args = ['-n', '-v', '-y', '-H', 'user-agent: Sonde', '-H', 'accept-encoding: gzip, deflate, br', url];
  const said = await runPeerWithNames({ hosts: [new URL(url).hostname] }, 'nghttp', args);
  if (said.includes('Connected') && !said.includes('The negotiated protocol: h2')) return null;
  const fields = [...said.matchAll(/recv \(stream_id=\d+(?:, sensitive)?\) (:?[^:\s]+): (.*)$/gm)];
  const status = Number(fields.find(([, name]) => name === ':status')?.[2]);
  if (!(status > 0)) throw new Error(`nghttp on ${url}: ${said}`);
  return { status, fields: fields.flatMap(([, name = '']) => (name.startsWith(':') ? [] : [name])) };
}
