import { type AnyTool, ToolError, tools } from '@sonde/contract';
import { createCheckRequest } from '@sonde/service';
import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createReadQuery } from './read-query.ts';

const request = (url: string) => ({ url, query: { domain: url } }) as unknown as FastifyRequest;

function setUp() {
  const check = vi.fn((id: string, query: Readonly<Record<string, unknown>>) => ({
    id,
    query,
    key: `${query['domain']}`,
  }));
  const read = createReadQuery({ check: createCheckRequest({ check }) });
  return { check, read: (asked: FastifyRequest) => read(tools.dns as AnyTool, asked) };
}

it('parses each URL only once', () => {
  const { check, read } = setUp();
  const question = read(request('/a?x=1'));
  expect(read(request('/a?x=1'))).toBe(question);
  expect(read(request('/a?x=2'))).not.toBe(question);
  expect(check).toHaveBeenCalledTimes(2);
});

it('forgets a URL after many others, and never remembers long ones', () => {
  const { check, read } = setUp();
  read(request('/first'));
  for (let index = 0; index < 4_000; index += 1) read(request(`/${index}`));
  read(request('/first'));
  expect(check).toHaveBeenCalledTimes(4_002);
  const long = request(`/${'x'.repeat(256)}`);
  read(long);
  read(long);
  expect(check).toHaveBeenCalledTimes(4_004);
});

it('refuses a URL that is invalid every time', () => {
  const { check, read } = setUp();
  for (let index = 0; index < 2; index += 1) {
    expect(() => read(request('/?a=%ff'))).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  }
  expect(check).not.toHaveBeenCalled();
  check.mockImplementation(() => {
    throw new ToolError('invalid-input', 'No.');
  });
  for (let index = 0; index < 2; index += 1) expect(() => read(request('/'))).toThrow('No.');
  expect(check).toHaveBeenCalledTimes(2);
});

it('reads fresh, which is not part of the query', () => {
  const { check, read } = setUp();
  const asking = (fresh: unknown) => ({ url: `/?fresh=${fresh}`, query: { domain: 'a.example', fresh } });
  const wants = (fresh: unknown) => read(asking(fresh) as unknown as FastifyRequest);
  expect(wants('true')).toEqual({ ...wants('0'), wantsFresh: true });
  expect(wants('0').wantsFresh).toBe(false);
  expect(check).toHaveBeenCalledWith('dns', { domain: 'a.example' });
  expect(() => wants('yes')).toThrow("'fresh' must be true or false.");
  expect(() => wants(['true', 'true'])).toThrow("'fresh' must be given exactly once.");
});

it('lists the parameters common to all tools among the known ones', () => {
  const { read } = setUp();
  const unknown = { url: '/?x=1', query: { x: '1' } } as unknown as FastifyRequest;
  expect(() => read(unknown)).toThrow(
    "Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'evidence', 'timing'.",
  );
});
