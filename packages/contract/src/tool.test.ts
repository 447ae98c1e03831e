import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { failures, reasons } from './failure.ts';
import { outgoingServices } from './installation.ts';
import { exampleOf } from './targets/kind-words.ts';
import { targetKinds } from './targets/target-kinds.ts';
import { readTargetOrUrl } from './targets/url.ts';
import { type AnyTool, defineTool } from './tool.ts';
import { tools } from './tools/index.ts';

test('defineTool adds gaps to the answer and leaves the data as it is', () => {
  const tool = defineTool({ ...tools.dns, data: z.object({ domain: z.string() }) });
  const gaps = [{ part: 'MX', code: 'timeout' }];
  expect(tool.answer.parse({ domain: 'example.com', gaps })).toEqual({ domain: 'example.com', gaps });
  expect(tool.answer.safeParse({ domain: 'example.com' }).success).toBe(false);
  expect(tool.data.safeParse({ domain: 'example.com' }).success).toBe(true);
});

test('no two tools share a path or a title', () => {
  const all: AnyTool[] = Object.values(tools);
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
});

describe.each(Object.entries<AnyTool>(tools))('%s', (id, tool) => {
  test('has a unique id of one word', () => {
    expect(tool.id).toBe(id);
    expect(id).toMatch(/^[a-z]+$/);
    expect(tool.path).toMatch(/^\/api\/v2\/[a-zA-Z]+$/);
  });

  test('accepts its own example, which includes the target', () => {
    expect(tool.query.safeParse(tool.example).success).toBe(true);
    expect(tool.example).toHaveProperty(tool.target);
    expect(tool.query.def.shape).toHaveProperty(tool.target);
  });

  test('lists each code and reason once, and the code of every reason', () => {
    expect(new Set(tool.failures).size).toBe(tool.failures.length);
    expect(new Set(tool.reasons).size).toBe(tool.reasons.length);
    for (const code of tool.failures) expect(failures).toHaveProperty(code);
    for (const reason of tool.reasons) expect(tool.failures).toContain(reasons[reason].code);
  });

  test.each(targetKinds)('takes a target of kind %s as its contract says', (kind) => {
    const { data } = tool.query.safeParse({ ...tool.example, [tool.target]: exampleOf(kind) });
    if (tool.targetKinds.includes(kind)) return expect(data?.[tool.target]).toBe(exampleOf(kind));
    // A lenient reading yields a kind that the tool takes: for a URL, its host.
    if (data !== undefined) expect(readTargetOrUrl(String(data[tool.target]), tool.targetKinds)).not.toBeNull();
  });

  test('has a target that is a string', () => {
    expect(tool.query.parse(tool.example)[tool.target]).toEqual(expect.any(String));
  });

  test('takes at least one kind of target, and contacts services that the privacy page lists', () => {
    expect(tool.targetKinds.length).toBeGreaterThan(0);
    for (const service of tool.contacts) expect(outgoingServices[service].asker).toBe('server');
  });

  test('has a finite cost, capacity and deadline', () => {
    expect(tool.cost).toBeGreaterThan(0);
    expect(tool.capacity.perTarget).toBeGreaterThan(0);
    expect(tool.capacity.lookups).toBeGreaterThanOrEqual(tool.capacity.perTarget);
    const deadlineMs = tool.deadlineMs(tool.query.parse(tool.example));
    expect(deadlineMs).toBeGreaterThan(0);
    expect(deadlineMs).toBeLessThanOrEqual(60_000);
  });
});
