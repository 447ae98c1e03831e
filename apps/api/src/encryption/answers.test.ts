import { createDecipheriv } from 'node:crypto';
import { FailureEnvelope } from '@sonde/contract';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../testing/events.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer, webBuild } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords';

function open(keyText: unknown, { data, iv }: { data: string; iv: string }): unknown {
  const key = Buffer.from(String(keyText), 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
  return JSON.parse(decipher.update(data, 'base64', 'utf8') + decipher.final('utf8'));
}

const sealing = (variables: Record<string, string> = {}, dependencies = {}) =>
  testServer({ SONDE_ENCRYPT_RESPONSES: 'true', ...variables }, dependencies);

describe('R7.9 an encrypted answer', () => {
  it('consists of data and iv, with a unique key in the headers', async () => {
    const { app } = await sealing();
    const ask = () => app.inject(`${DNS}?domain=example.com`);
    const answers = [await ask(), await ask()];
    for (const { statusCode, headers, body } of answers) {
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
      expect(Object.keys(JSON.parse(body))).toEqual(['data', 'iv']);
      expect(open(headers['x-encryption-key'], JSON.parse(body))).toMatchObject({
        success: true,
        _data: { domain: 'example.com' },
      });
    }
    expect(new Set(answers.map(({ headers }) => headers['x-encryption-key'])).size).toBe(2);
  });

  const failures: [string, InjectOptions | string, number][] = [
    ['bad input', DNS, 400],
    ['a malformed escape', `${DNS}?domain=%ff`, 400],
    ['a malformed path', '/api/v2/%ff', 400],
    ['what does not exist', '/api/v2/nothing', 404],
    ['another method', { method: 'POST', url: DNS }, 405],
    ['a call from another site', { url: DNS, headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['a large body', { url: DNS, headers: { 'content-length': '2000' } }, 413],
  ];
  it.each(failures)('is given to %s too', async (_name, request, status) => {
    const { app } = await sealing({}, { webRoot: await webBuild() });
    const { statusCode, headers, body } = await app.inject(request);
    expect(statusCode).toBe(status);
    const failure = open(headers['x-encryption-key'], JSON.parse(body));
    expect(FailureEnvelope.parse(failure).success).toBe(false);
  });

  it('is given to a client that is rate-limited', async () => {
    const { app } = await sealing({ SONDE_RATE_LIMIT: '2/60s' });
    await app.inject(`${DNS}?domain=a.example`);
    const { statusCode, headers, body } = await app.inject(`${DNS}?domain=b.example`);
    expect(statusCode).toBe(429);
    expect(headers['retry-after']).toBe('60');
    expect(open(headers['x-encryption-key'], JSON.parse(body))).toMatchObject({ code: 'rate-limited' });
  });

  it('a HEAD request gets only the headers', async () => {
    const { app } = await sealing();
    const { headers, body } = await app.inject({ method: 'HEAD', url: DNS });
    expect(body).toBe('');
    expect(headers['x-encryption-key']).toBeDefined();
  });
});

describe('answers that are not encrypted', () => {
  it.each(['/healthz', '/readyz', '/api/openapi.json', '/api/docs', '/api/nothing', '/'])('%s', async (url) => {
    const { app } = await sealing({}, { webRoot: await webBuild() });
    const { headers, body } = await app.inject(url);
    expect(headers).not.toHaveProperty('x-encryption-key');
    expect(body).not.toMatch(/^\{"data"/);
  });

  it.each(['false', '0'])('anything with SONDE_ENCRYPT_RESPONSES=%s', async (value) => {
    const { app } = await sealing({ SONDE_ENCRYPT_RESPONSES: value });
    const { headers } = await app.inject(DNS);
    expect(headers).not.toHaveProperty('x-encryption-key');
  });
});

describe('an encrypted stream', () => {
  it('has one key in its headers, and an IV with each event', async () => {
    const { toolbox, run } = fakeToolbox();
    const { app } = await sealing({}, { toolbox });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const calling = fetch(`${address}${COUNTDOWN}?host=a`, { headers: { accept: 'text/event-stream' } });
    const { report, end } = await run(0);
    report({ left: 1 });
    report({ left: 0 });
    end({ steps: 2 });
    const response = await calling;
    const sealed: { event: string; data: { data: string; iv: string } }[] = [];
    for await (const { event, data } of eventsOf(response)) sealed.push({ event, data: data as never });
    expect(response.headers.get('x-encryption-algorithm')).toBe('AES');
    const opened = sealed.map(({ event, data }) => [event, open(response.headers.get('x-encryption-key'), data)]);
    expect(opened).toEqual([
      ['progress', { left: 1 }],
      ['progress', { left: 0 }],
      ['result', { success: true, message: 'OK', _data: { steps: 2 } }],
    ]);
    expect(new Set(sealed.map(({ data }) => data.iv)).size).toBe(3);
  });
});
