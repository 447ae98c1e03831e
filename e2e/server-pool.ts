import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Served, startSonde } from './serve.ts';

/**
 * Servers that all workers share: one for each configuration, started when a test first asks for it. A request has the
 * configuration as JSON, its answer the address of the server.
 */
export async function startServerPool(): Promise<Served & { readonly url: string }> {
  const started = new Map<string, ReturnType<typeof startSonde>>();
  const pool = createServer(async (request, response) => {
    const env = await text(request);
    const sonde = started.get(env) ?? startSonde(JSON.parse(env));
    started.set(env, sonde);
    await sonde.then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  pool.listen(0, '127.0.0.1');
  await once(pool, 'listening');
  return {
    url: `http://127.0.0.1:${(pool.address() as AddressInfo).port}`,
    async stop() {
      pool.closeAllConnections();
      pool.close();
      await Promise.allSettled([...started.values()].map(async (sonde) => (await sonde).stop()));
    },
  };
}
