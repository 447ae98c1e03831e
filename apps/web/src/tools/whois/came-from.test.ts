// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { fieldParts, serverParts } from './came-from.ts';

const server = (protocol: string, name: string) => ({ protocol, server: name, outcome: 'answered', durationMs: 1 });
const sources = (...names: string[]) => ({
  sources: Object.fromEntries(names.map((name) => [name, name])),
  partOf: [],
});

it('the text of the registries came from each server that was asked, the fields from those that they name', () => {
  const asked = [
    server('whois', '127.0.0.1:40195'),
    server('whois', '127.0.0.1:34613'),
    server('whois', '127.0.0.1:38979'),
  ];
  expect(numbersOf('whois', serverParts({ asked }))).toEqual([
    ['Where the search starts', 1],
    ['127.0.0.1:34613', 2],
    ['127.0.0.1:38979', 3],
  ]);
  const registration = sources('127.0.0.1:38979');
  expect(numbersOf('whois', fieldParts({ asked, registration }))).toEqual([['127.0.0.1:38979', 3]]);
});

it('RDAP goes over HTTP', () => {
  const asked = [server('rdap', '127.0.0.1:44803'), server('whois', '127.0.0.1:44803')];
  expect(numbersOf('whois-rdap', serverParts({ asked }))).toEqual([
    ['Where the search starts', 1],
    ['127.0.0.1:44803', 2],
  ]);
});
