import { createHash } from 'node:crypto';

/*
 * Renders the templates of our chart, for tests: there is no package of Helm for Node. It knows the few constructs that the
 * chart uses, as text/template and Sprig define them, and refuses every other one.
 */

export interface Scope {
  readonly Values: unknown;
  readonly Release: { readonly Name: string; readonly Namespace: string };
  readonly Chart: { readonly Name: string; readonly AppVersion: string };
  /** What the cluster has, by the words after `lookup`; nothing when a release is only rendered. */
  readonly cluster?: Readonly<Record<string, unknown>>;
}

type Variables = Readonly<Record<string, unknown>>;
interface Block {
  readonly kind: 'if' | 'range';
  readonly head: string;
  readonly parts: Part[];
  readonly otherwise: Part[];
}
type Part = string | Block | { readonly kind: 'print'; readonly pipeline: string };

/** @param toYaml writes a value as YAML. @throws Error for a construct that is not known here. */
export function renderTemplate(text: string, scope: Scope, toYaml: (value: unknown) => string): string {
  const variables: Variables = { '.': scope };
  return print(parse(text), variables, toYaml);
}

/** Text and actions in turn; `{{-` takes the white space in front of it away, `-}}` that behind it. */
function tokensOf(text: string): string[] {
  const trimmed = text.replace(/\s*\{\{- /g, '{{ ').replace(/ -\}\}\s*/g, ' }}');
  return trimmed.split(/(\{\{.*?\}\})/s);
}

function parse(text: string): Part[] {
  const top: Part[] = [];
  /** The blocks that are not closed, each with the branch that is being read. */
  const open: { readonly block: Block; parts: Part[] }[] = [];
  for (const token of tokensOf(text)) {
    const parts = open.at(-1)?.parts ?? top;
    const [, action = null] = /^\{\{(.*)\}\}$/s.exec(token) ?? [];
    if (action === null) parts.push(token);
    else if (action.trim() === 'else') lastOf(open).parts = lastOf(open).block.otherwise;
    else if (action.trim() === 'end') open.splice(open.indexOf(lastOf(open)), 1);
    else {
      const part = partOf(action.trim());
      parts.push(part);
      if (part.kind !== 'print') open.push({ block: part, parts: part.parts });
    }
  }
  if (open.length > 0) throw new Error(`${open.length} blocks are not closed`);
  return top;
}

function partOf(action: string): Exclude<Part, string> {
  const [, kind, head = ''] = /^(if|range) (.+)$/.exec(action) ?? [];
  if (kind === 'if' || kind === 'range') return { kind, head, parts: [], otherwise: [] };
  return { kind: 'print', pipeline: action };
}

function lastOf<Item>(open: readonly Item[]): Item {
  const last = open.at(-1);
  if (last === undefined) throw new Error('else or end without a block');
  return last;
}

type ToYaml = (value: unknown) => string;

function print(parts: readonly Part[], variables: Variables, toYaml: ToYaml): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'print') return textOf(evaluate(part.pipeline, variables, toYaml));
      if (part.kind === 'range') return printEach(part, variables, toYaml);
      const isChosen = isTrue(evaluate(part.head, variables, toYaml));
      return print(isChosen ? part.parts : part.otherwise, variables, toYaml);
    })
    .join('');
}

function printEach({ head, parts }: Block, variables: Variables, toYaml: ToYaml): string {
  const [, key = '', value = '', list = ''] = /^(\$\w+), (\$\w+) := (\S+)$/.exec(head) ?? [];
  if (key === '') throw new Error(`range ${head} is not known here`);
  // Go visits the keys of a map in their order.
  const entries = Object.entries(evaluate(list, variables, toYaml) as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, one]) => print(parts, { ...variables, [key]: name, [value]: one }, toYaml)).join('');
}

function evaluate(pipeline: string, variables: Variables, toYaml: ToYaml): unknown {
  const functions: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    quote: (value) => JSON.stringify(textOf(value)),
    default: (fallback, value) => (isTrue(value) ? value : fallback),
    not: (value) => !isTrue(value),
    lookup: (...words) => (variables['.'] as Scope).cluster?.[words.join(' ')] ?? {},
    toJson: (value) => JSON.stringify(value),
    toYaml: (value) => toYaml(value).trimEnd(),
    sha256sum: (value) => createHash('sha256').update(textOf(value)).digest('hex'),
    nindent: (width, value) => `\n${textOf(value).replace(/^/gm, ' '.repeat(Number(width)))}`,
  };
  let piped: unknown[] = [];
  for (const command of pipeline.split(' | ')) {
    const [name = '', ...rest] = command.split(' ');
    const args = [...rest.map((term) => resolveTerm(term, variables)), ...piped];
    const known = functions[name];
    if (known === undefined && args.length > 0) throw new Error(`the function ${name} is not known here`);
    piped = [known === undefined ? resolveTerm(name, variables) : known(...args)];
  }
  return piped[0];
}

function resolveTerm(term: string, variables: Variables): unknown {
  if (/^\d+$/.test(term)) return Number(term);
  if (/^"[^"]*"$/.test(term)) return term.slice(1, -1);
  if (Object.hasOwn(variables, term)) return variables[term];
  if (!/^(\.\w+)+$/.test(term)) throw new Error(`${term} is not known here`);
  const path = term.split('.').slice(1);
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    variables['.'],
  );
}

function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** What is missing would be printed as `<no value>`: in a manifest that is never meant. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) throw new Error('a value is missing');
  return String(value);
}
