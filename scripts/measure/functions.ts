import { parseSync } from '@swc/core';
import type { SourceFile } from './source-files.ts';

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

/** Lines of every function in a file, from its first to its last; the lines of a nested function count for both. */
export function functionLines({ path, text }: Pick<SourceFile, 'path' | 'text'>): number[] {
  // The parser counts bytes from the first statement, and continues counting across files. A shebang line becomes a
  // comment of the same length.
  const source = Buffer.from(`;${text.replace(/^#!/, '//')}`);
  const syntax = { syntax: 'typescript', tsx: path.endsWith('.tsx'), decorators: false } as const;
  const module = parseSync(source.toString(), { ...syntax, target: 'es2022' });
  return nodesIn(module.body)
    .filter(({ type }) => FUNCTIONS.has(type))
    .map(({ span }) => linesBetween(source, span, module.span.start));
}

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return isNode(value) ? [value, ...inside] : inside;
}

interface Node {
  readonly type: string;
  readonly span: Span;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isNode(value: object): value is Node {
  return 'type' in value && 'span' in value;
}

function linesBetween(source: Buffer, span: Span, offset: number): number {
  const text = source.subarray(span.start - offset, span.end - offset);
  return text.reduce((count, byte) => (byte === 10 ? count + 1 : count), 1);
}
