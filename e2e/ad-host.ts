import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local ad network: another origin on loopback, which records its requests. */
export interface AdHost {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: string[];
  /** The value of SONDE_ADS that uses all of its ads. */
  readonly config: string;
  stop(): Promise<void>;
}

const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/banner': ['text/html', '<!doctype html><title>Ad</title><body style="margin:0;background:gold">banner'],
  '/native': ['text/html', '<!doctype html><title>Ad</title><body style="margin:0;background:gold">native'],
  '/one.js': ['text/javascript', 'window.ranAds = [...(window.ranAds ?? []), "one"]'],
  '/two.js': ['text/javascript', 'window.ranAds = [...(window.ranAds ?? []), "two"]'],
};

/** An origin that the ads are allowed to use besides, and never do. */
export const FURTHER_HOST = 'https://cdn.ads.example';

/** Starts an ad network on a free port. */
export async function startAdHost(): Promise<AdHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const [type, text] = FILES[path] ?? ['text/plain', ''];
    response.writeHead(path in FILES ? 200 : 404, { 'content-type': type }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scripts = [`${origin}/one.js`, `${origin}/two.js`];
  const config = JSON.stringify({
    banner: { src: `${origin}/banner` },
    native: { src: `${origin}/native` },
    scripts,
    hosts: [FURTHER_HOST],
  });
  return {
    origin,
    asked,
    config,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
