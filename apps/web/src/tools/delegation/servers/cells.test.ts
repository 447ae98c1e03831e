import { tools } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { expect, it } from 'vitest';
import type { Server, Zone } from '../query.ts';
import { columns } from './cells.ts';

const serverOf = (more: object) => answerOf(tools.delegation, { servers: [more] }).servers[0] as unknown as Server;
const zone = answerOf(tools.delegation, { zones: [{ ns: ['ns1.example.com'] }] }).zones[0] as unknown as Zone;
const cell = (title: string, more: object, others: readonly object[] = []) => {
  const server = serverOf(more);
  const { text, tone } = columns
    .find((one) => one.title === title)
    ?.read(server, [server, ...others.map(serverOf)], zone) ?? { text: '', tone: '' };
  return `${tone}: ${text}`;
};

it.each([
  ['Answer', {}, 'plain: authoritative'],
  ['Answer', { authoritative: false, refersUp: true }, 'bad: refers upwards'],
  ['Answer', { authoritative: false, rcode: 5 }, 'bad: REFUSED'],
  ['Answer', { authoritative: false, rcode: 17 }, 'bad: RCODE 17'],
  ['Answer', { answered: false, authoritative: null, reason: 'timeout' }, 'bad: silent'],
  ['Answer', { answered: false, authoritative: null, reason: 'special-use' }, 'bad: special-use'],
  ['Answer', { answered: null, authoritative: null }, 'plain: not asked'],
  ['UDP', { udp: false }, 'bad: no'],
  ['TCP', { tcp: false }, 'warn: no'],
  ['TCP', { tcp: null }, 'plain: –'],
  ['Signatures', { signed: false }, 'bad: left out'],
  ['Denial', { denial: 'not-proven' }, 'bad: not proven'],
  ['Denial', { denial: 'opt-out' }, 'plain: opt-out'],
  ['NS records', { ns: ['ns1.example.com'] }, 'plain: as the parent'],
  ['NS records', { ns: ['ns2.example.com'] }, 'warn: differ'],
  ['Recursion', { recursion: true }, 'warn: open'],
  ['Transfer', { transfer: false }, 'plain: refused'],
  ['NSID', { nsid: null }, 'plain: –'],
])('%s of %o', (title, more, expected) => expect(cell(title, more)).toBe(expected));

it('counts how far a serial number is behind, also across its wrap-around', () => {
  expect(cell('Serial', { serial: 7 }, [{ serial: 9 }])).toBe('warn: 7, 2 behind');
  expect(cell('Serial', { serial: 4_294_967_295 }, [{ serial: 1 }])).toBe('warn: 4294967295, 2 behind');
  expect(cell('Serial', { serial: 9 }, [{ serial: 7 }])).toBe('plain: 9');
  expect(cell('Serial', { serial: null }, [{ serial: 7 }])).toBe('plain: –');
});
