import type { AnyTool } from '@sonde/contract';
import { type Attack, attackOf, type Statuses } from './attack.ts';
import { stringsOf } from './target-attacks.ts';

/**
 * Faults of the query itself, independent of its values.
 * @param host a host with an answer in the lab, for tools that take hosts; other tools get the target of their example.
 */
export function queryAttacks(tools: readonly AnyTool[], host: string): Attack[] {
  return tools.flatMap((tool) => {
    const good = tool.targetKinds.includes('domain') ? host : String(tool.example[tool.target]);
    const others = new URLSearchParams(stringsOf(tool));
    others.delete(tool.target);
    const rest = others.size > 0 ? `&${others}` : '';
    const calls = (category: string, queries: readonly string[], statuses: Statuses = [400]) =>
      queries.map((query) => attackOf(`${tool.id}: ${category}`, statuses)(`${tool.path}?${query}${rest}`));
    return [
      ...calls('a target that is no text', notText(tool.target, good)),
      ...calls('a key of the language', languageKeys(tool.target, good)),
      ...calls(
        'a broken percent-escape',
        brokenEscapes(good).map((value) => `${tool.target}=${value}`),
      ),
      ...calls('one of many parameters', crowded(tool.target, good), [200, 400, 404, 422, 502]),
    ];
  });
}

function notText(key: string, good: string): string[] {
  return [
    `${key}=${good}&${key}=10.0.0.5`,
    `${key}=10.0.0.5&${key}=${good}`,
    `${key}=&${key}=`,
    `${key}[]=${good}`,
    `${key}[0]=${good}`,
    `${key}[${key}]=${good}`,
    `${key}.host=${good}`,
    `${key}=%5B%22${good}%22%5D`,
    `${key}=%7B%22host%22%3A%22${good}%22%7D`,
    `${key}%00=${good}`,
    `${key}%20=${good}`,
    `%20${key}=${good}`,
    `${key.toUpperCase()}=${good}`,
    `?${key}=${good}`,
    `${key}=`,
    key,
    `${key}=%20%09`,
    '=',
    '&&&',
    '',
  ];
}

function languageKeys(key: string, good: string): string[] {
  return [
    `__proto__=${good}`,
    `__proto__[${key}]=${good}`,
    `__proto__.${key}=${good}`,
    `constructor=${good}`,
    `constructor[prototype][${key}]=${good}`,
    `prototype=${good}`,
    `toString=${good}`,
    'hasOwnProperty=1&valueOf=2&then=3',
  ];
}

function brokenEscapes(good: string): string[] {
  const broken = ['%', '%a', '%zz', '%%', '%ff', '%C0%80', '%E0%A4%A', '%u0041', '%F5%80%80%80', '%ED%A0%80'];
  const escaped = ['%00', '%0d%0aX-Injected:%201', '%0ax', '%250a', '%2500', '%'];
  return [...broken, ...escaped, ...[...broken, ...escaped].map((text) => `${good}${text}`)];
}

function crowded(key: string, good: string): string[] {
  return [
    `${key}=${good}&${Array.from({ length: 500 }, (_, index) => `a${index}=1`).join('&')}`,
    `${key}=${good}&__proto__[x]=1&constructor=2`,
    `${key}=${good};${key}=10.0.0.5`,
  ];
}
