import { hostname } from 'node:os';
import type { LookupSource } from '@sonde/service';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LogStream } from './log-stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How the lookup of this request was answered; null if there was none. */
    lookupSource: LookupSource | null;
  }
}

export function rememberLookups(app: FastifyInstance): void {
  app.decorateRequest('lookupSource', null);
}

/** The first fields of every log line of this process, also used by the logger. */
export const logBase = { pid: process.pid, hostname: hostname() };

const TOLD_AT: readonly string[] = ['trace', 'debug', 'info'];

/**
 * Writes one line per request when its response has been sent or its client has left. The line names the route, never the
 * URL, which contains the target. It is assembled here from texts that need no escaping, because the logger would take a
 * tenth of the time of a cached answer.
 */
export function createRequestLog(stream: LogStream, level: string): (reply: FastifyReply) => void {
  if (!TOLD_AT.includes(level)) return () => {};
  const base = JSON.stringify(logBase).slice(1, -1);
  return ({ request, raw, elapsedTime }) => {
    const isAnswered = raw.writableEnded;
    const { url = null } = request.routeOptions;
    const client = coarseClient(request.ip, request.socket.remoteAddress);
    const lookup = request.lookupSource === null ? '' : `,"lookup":"${request.lookupSource}"`;
    stream.write(
      `{"level":30,"time":${Date.now()},${base},"reqId":"${request.id}","method":"${request.method}",` +
        `"route":${JSON.stringify(url)},"status":${isAnswered ? raw.statusCode : null},` +
        `"durationMs":${Math.round(elapsedTime)},"client":"${client}"${lookup},` +
        `"msg":"${isAnswered ? 'answered' : 'client gone'}"}\n`,
    );
  };
}

const IPV4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i;
const IPV6 = /^[\da-f:]+$/i;

/**
 * A client's network: IPv4 truncated to /24, IPv6 to /48. A proxy may forward anything, so an invalid address is replaced
 * by that of the connection.
 */
export function coarseClient(forwarded: string | undefined, connected?: string): string {
  for (const address of [forwarded, connected]) {
    const network = coarse(address ?? '');
    if (network !== null) return network;
  }
  return 'local';
}

function coarse(address: string): string | null {
  const ipv4 = IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const plain = address.replace(/%.*$/, '');
  if (!plain.includes(':') || !IPV6.test(plain)) return null;
  const [head = ''] = plain.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  return `${groups.join(':')}::/48`;
}
