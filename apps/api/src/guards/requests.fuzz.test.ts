import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { FailureEnvelope, tools } from '@sonde/contract';
import { saysNameDoesNotExist, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '%0',
    '%00',
    '%ff',
    '%C0%80',
    '%2e',
    '..',
    '//',
    '?',
    '&',
    '=',
    '[]',
    '#',
    ';',
    '+',
    '\\',
    ':',
    '*',
    '(',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 6 }).map((text) => text.replace(/[\s\u0000-\u001f\u007f]/g, '')),
  fc.constantFrom(...Object.values(tools).flatMap(({ path, target }) => [path, `${path}?${target}=`, 'a.example'])),
);
interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const request: fc.Arbitrary<Call> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
  url: fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
  headers: fc.dictionary(
    fc.constantFrom('accept', 'accept-encoding', 'content-type', 'expect', 'if-none-match', 'x-forwarded-for'),
    fc.string({ maxLength: 20 }),
  ),
});

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a real request: `app.inject` would parse the URL before the server does. */
async function send(port: number, agent: Agent, { method, url, headers }: Call): Promise<Received> {
  const call = httpRequest({ host: '127.0.0.1', port, agent, method, path: url, headers });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

it('answers every request with an envelope and never with an internal error', async () => {
  const { app, log } = await testServer({}, { net: scriptedResolver(saysNameDoesNotExist).net });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await fc.assert(
    fc.asyncProperty(request, async (call) => {
      const { status, headers, body } = await send(Number(port), agent, call);
      expect(status).not.toBe(500);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (status < 400 || call.method === 'HEAD') return;
      expect(FailureEnvelope.safeParse(JSON.parse(body)).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
