import { createHash } from 'node:crypto';
import type { AnyTool } from '@sonde/contract';
import { toJsonSchema } from '../facts/tool-facts.ts';

const DIGITS = 12;

/** Contracts do not change while a process runs, and a digest takes some milliseconds. */
const known = new WeakMap<AnyTool, string>();

/**
 * A digest of what a tool takes and answers. A hub and an agent that disagree on it do not use the tool with each other, and
 * use all others.
 */
export function digestOf(tool: AnyTool): string {
  const digest = known.get(tool) ?? computed(tool);
  known.set(tool, digest);
  return digest;
}

function computed({ query, answer, progress }: AnyTool): string {
  const schemas = [
    toJsonSchema(query, 'input'),
    toJsonSchema(answer, 'output'),
    progress && toJsonSchema(progress, 'output'),
  ];
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, DIGITS);
}

export function digestsOf(tools: readonly AnyTool[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.map((tool) => [tool.id, digestOf(tool)]));
}
