import { checkParameterNames, ToolError } from '@sonde/contract';
import { type FastifyInstance, fastify } from 'fastify';
import type { ProbeTarget } from './probe.ts';

const PARAMETERS = ['target', 'tool'] as const;
const PLAIN = 'text/plain; charset=utf-8';
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** A separate server with `/metrics` and, unless it is null, `/probe`, for monitoring. Not yet listening. */
export function createMetricsListener(text: () => Promise<string>, probe: ProbeTarget | null): FastifyInstance {
  const app = fastify({ requestTimeout: 10_000, connectionTimeout: 30_000, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(TEXT_FORMAT).send(await text()));
  if (probe === null) {
    app.get('/probe', (_request, reply) =>
      reply.code(404).type(PLAIN).send('This server makes no probes: SONDE_PROBE is off.\n'),
    );
    return app;
  }
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>('/probe', async ({ query, headers }, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort(new Error('nobody waits for the probe')));
    try {
      checkParameterNames(query, PARAMETERS);
      const [target, tool] = PARAMETERS.map((name) => String(query[name] ?? ''));
      const timeoutMs = scrapeTimeoutMs(headers['x-prometheus-scrape-timeout-seconds']);
      const found = await probe({ target: target ?? '', tool: tool ?? '', timeoutMs, signal: gone.signal });
      return reply.type(TEXT_FORMAT).send(found);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return reply.code(400).type(PLAIN).send(`${error.message}\n`);
    }
  });
  return app;
}

/** Prometheus says with each scrape how long it waits for the answer. */
function scrapeTimeoutMs(seconds: string | string[] | undefined): number | null {
  const ms = Number(seconds) * 1000;
  return ms > 0 && Number.isFinite(ms) ? ms : null;
}
