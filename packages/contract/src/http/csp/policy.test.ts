import { describe, expect, it } from 'vitest';
import { allowsEval, allowsInline, openSources, parseMetaPolicy, parsePolicies, sourcesFor } from './policy.ts';
import { parseSourceList } from './sources.ts';

const first = (value: string) => {
  const [policy] = parsePolicies(value);
  if (policy === undefined) throw new Error(`no policy in ${value}`);
  return policy;
};

describe('a policy', () => {
  it('is read as directives; the first of a name counts', () => {
    const policy = first(" Default-Src 'self' ;; script-src a.example\tb.example; default-src *; new-thing x");
    expect([...policy.directives]).toEqual([
      ['default-src', "'self'"],
      ['script-src', 'a.example\tb.example'],
      ['new-thing', 'x'],
    ]);
    expect(policy.duplicates).toEqual(['default-src']);
    expect(policy.unknown).toEqual(['new-thing']);
  });

  it('is one of several where commas separate them', () => {
    expect(parsePolicies("default-src 'self', , script-src 'none'")).toHaveLength(2);
    expect(parsePolicies(' ; ,')).toEqual([]);
  });

  it('skips a directive with a character beyond ASCII', () => {
    expect([...first("script-src 'self'; img-src ü.example").directives.keys()]).toEqual(['script-src']);
  });

  it('of a meta element has no frame-ancestors, report-uri and sandbox', () => {
    const policy = parseMetaPolicy("default-src 'self'; frame-ancestors 'none'; report-uri /r; sandbox");
    expect([...policy.directives.keys()]).toEqual(['default-src']);
  });
});

describe('the sources of a directive', () => {
  it.each([
    ['script-src-elem', "default-src 'none'; script-src 'self'", ['self']],
    ['worker-src', "default-src 'none'; child-src blob:; script-src 'self'", []],
    ['frame-src', "default-src 'self'; frame-ancestors 'none'", ['self']],
    ['object-src', "default-src 'self'; script-src 'unsafe-inline'", ['self']],
  ])('%s of %s falls back', (directive, value, keywords) => {
    expect([...(sourcesFor(first(value), directive)?.keywords ?? ['missing'])]).toEqual(keywords);
  });

  it('are unlimited without a fallback', () => {
    expect(sourcesFor(first("img-src 'self'"), 'script-src')).toBeNull();
    expect(sourcesFor(first("default-src 'self'"), 'base-uri')).toBeNull();
  });

  it('are told apart by the grammar', () => {
    const list = parseSourceList(
      "'SELF' 'nonce-abc=' 'sha256-aGk=' HTTPS: *.Example.com https://a.example:*/x * 'unsafe-typo' b.example?q",
    );
    expect([...list.keywords]).toEqual(['self']);
    expect(list.nonces).toEqual(['abc=']);
    expect(list.hashes).toEqual(['sha256-aGk=']);
    expect(list.schemes).toEqual(['https']);
    expect(list.hosts).toEqual([
      { scheme: null, host: '*.example.com', port: null, path: null },
      { scheme: 'https', host: 'a.example', port: '*', path: '/x' },
      { scheme: null, host: '*', port: null, path: null },
    ]);
    expect(list.invalid).toEqual(["'unsafe-typo'", 'b.example?q']);
  });

  it.each(["'none'", '', "'NONE'", "'nothing'"])('%j allows nothing', (value) => {
    expect(parseSourceList(value).isNone).toBe(true);
  });

  it("'none' is ignored beside others", () => {
    expect(parseSourceList("'none' a.example").isNone).toBe(false);
  });
});

describe('inline scripts', () => {
  it.each([
    ["script-src 'unsafe-inline'", true],
    ["script-src 'unsafe-inline' 'nonce-abc'", false],
    ["script-src 'unsafe-inline' 'sha384-abc'", false],
    ["script-src 'unsafe-inline' 'strict-dynamic'", false],
    ["script-src 'self'", false],
    ["default-src 'unsafe-inline'; script-src 'self'", false],
    ["img-src 'self'", true],
  ])('%s: %s', (value, isAllowed) => {
    expect(allowsInline(sourcesFor(first(value), 'script-src-elem'))).toBe(isAllowed);
  });

  it('and eval are judged apart', () => {
    expect(allowsEval(parseSourceList("'self' 'unsafe-eval'"))).toBe(true);
    expect(allowsEval(parseSourceList("'self' 'wasm-unsafe-eval'"))).toBe(false);
  });
});

it.each([
  ['* https: data: a.example', ['https:', 'data:', '*']],
  ["'strict-dynamic' 'nonce-a' https:", []],
  ['http://* *.example', ['http://*']],
  ["'self' mediastream:", []],
])('the open sources of %s', (value, open) => {
  expect(openSources(parseSourceList(value))).toEqual(open);
});
