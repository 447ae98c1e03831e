import { ToolError } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createReadQuestion } from './questions.ts';

const request = (url: string) => ({ url, query: { host: url } }) as unknown as FastifyRequest;

function setUp() {
  const check = vi.fn((id: string, query: Readonly<Record<string, unknown>>) => ({
    id,
    query,
    key: `${query['host']}`,
  }));
  return { check, read: createReadQuestion({ check }) };
}

it('reads each address once', () => {
  const { check, read } = setUp();
  const question = read('dns', request('/a?x=1'));
  expect(read('dns', request('/a?x=1'))).toBe(question);
  expect(read('dns', request('/a?x=2'))).not.toBe(question);
  expect(check).toHaveBeenCalledTimes(2);
});

it('forgets what many others have followed, and never keeps what is long', () => {
  const { check, read } = setUp();
  read('dns', request('/first'));
  for (let index = 0; index < 4_000; index += 1) read('dns', request(`/${index}`));
  read('dns', request('/first'));
  expect(check).toHaveBeenCalledTimes(4_002);
  const long = request(`/${'x'.repeat(256)}`);
  read('dns', long);
  read('dns', long);
  expect(check).toHaveBeenCalledTimes(4_004);
});

it('refuses each time what cannot be decoded or does not fit', () => {
  const { check, read } = setUp();
  for (let index = 0; index < 2; index += 1) {
    expect(() => read('dns', request('/?a=%ff'))).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  }
  expect(check).not.toHaveBeenCalled();
  check.mockImplementation(() => {
    throw new ToolError('invalid-input', 'No.');
  });
  for (let index = 0; index < 2; index += 1) expect(() => read('dns', request('/'))).toThrow('No.');
  expect(check).toHaveBeenCalledTimes(2);
});
