import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** RFC 9116 section 2.5.5 recommends less than a year. Counted from each request. */
const EXPIRES_AFTER_MS = 180 * 24 * 60 * 60 * 1000;

/** Crawlers must not make lookups: each would contact a target. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /*?\n';

/** `/robots.txt` and `/.well-known/security.txt` (RFC 9309, RFC 9116). */
export function registerDiscovery(app: FastifyInstance, config: Config): void {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(config, Date.now())),
  );
}

function securityText({ contactEmail, publicUrl }: Config, nowMs: number): string {
  const lines = [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${new Date(nowMs + EXPIRES_AFTER_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  return `${lines.join('\n')}\n`;
}
