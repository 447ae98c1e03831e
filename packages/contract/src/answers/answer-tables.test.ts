import { describe, expect, it } from 'vitest';
import { derivedTables } from '../table/derived-tables.ts';
import { answerOf } from '../testing/answer-of.ts';
import { tools } from '../tools/index.ts';
import { answerTables } from './answer-tables.ts';

describe.each(Object.values(tools))('an answer of $id', (tool) => {
  it('becomes tables whose rows have a cell for each column', () => {
    const tables = answerTables(tool.id, answerOf(tool));
    expect(new Set(tables.map(({ title }) => title)).size).toBe(tables.length);
    for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length);
  });
});

const finding = {
  code: 'name-server-single',
  state: 'warn',
  about: 'example.com',
  evidence: 'The only name server is ns1.example.com.',
  fix: null,
};

it.each(Object.values(tools))('the findings of $id come first, as a table of their own', (tool) => {
  expect(answerTables(tool.id, answerOf(tool, { findings: [finding] }))[0]).toEqual({
    title: 'Findings',
    columns: ['State', 'Finding', 'About', 'Evidence', 'Fix'],
    rows: [['warn', 'name-server-single', 'example.com', 'The only name server is ns1.example.com.', '']],
  });
  const titles = answerTables(tool.id, answerOf(tool)).map(({ title }) => title);
  expect(titles).not.toContain('Findings');
});

it('DNS records have a table for each type', () => {
  const records = [{ recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['example.com', '192.0.2.1', '60']] }];
  expect(answerTables('dns', answerOf(tools.dns, { records }))).toEqual([
    { title: 'A Records', columns: ['Name', 'Address', 'TTL'], rows: [['example.com', '192.0.2.1', '60']] },
  ]);
});

it('subdomains have a row each, and an incomplete cell says so', () => {
  const subdomains = [
    {
      subdomain: 'www.example.com',
      ipv4List: ['192.0.2.80', '192.0.2.81'],
      ipv6List: [],
      unknownFamilies: ['ipv6'],
      sources: ['crtsh', 'words'],
      resolves: true,
    },
  ];
  expect(answerTables('subdomain', answerOf(tools.subdomain, { subdomains }))[0]?.rows).toEqual([
    ['www.example.com', '192.0.2.80 192.0.2.81', 'unknown', 'yes', 'crtsh words'],
  ]);
});

it('a delegation has tables for its zones, keys and servers, with empty cells for unknown values', () => {
  const zones = [{ name: 'example.com', keys: [{ keyTag: 7, bits: null, servers: ['192.0.2.1', '192.0.2.2'] }] }];
  const servers = [{ name: 'ns1.example.com', tcp: false, recursion: null }];
  const tables = answerTables('delegation', answerOf(tools.delegation, { zones, servers }));
  const rowOf = (title: string) => {
    const { columns, rows } = tables.find((one) => one.title === title) ?? { columns: [], rows: [] };
    return Object.fromEntries(columns.map((column, index) => [column, rows[0]?.[index]]));
  };
  expect(rowOf('Keys')).toMatchObject({
    Zone: 'example.com',
    'Key tag': '7',
    Bits: '',
    Servers: '192.0.2.1 192.0.2.2',
  });
  expect(rowOf('Servers')).toMatchObject({ Server: 'ns1.example.com', TCP: 'no', Recursion: '', UDP: 'yes' });
  expect(rowOf('Delegation')).toEqual({ Field: 'Domain', Value: 'example.com' });
});

it('a ping has its packets, with empty cells for values not measured', () => {
  const packets = [
    { seq: 1, timeMs: 11.482, ttl: 117, error: null },
    { seq: 2, timeMs: null, ttl: null, error: { meaning: 'Destination host unreachable', router: '192.0.2.1' } },
  ];
  const tables = answerTables('ping', answerOf(tools.ping, { packets, roundTripTime: null }));
  expect(tables.map(({ title }) => title)).toEqual(['Connection Details', 'Statistics', 'Packets']);
  expect(tables[0]?.rows).toContainEqual(['Round Trip Time', '']);
  expect(tables[2]?.rows).toEqual([
    ['1', '11.482', '117', '', ''],
    ['2', '', '', 'Destination host unreachable', '192.0.2.1'],
  ]);
});

it('a tool without tables of its own has one table of facts and one for each list', () => {
  const servers = [
    { host: 'mail.example.com', preference: 10 },
    { host: 'mx.example.com', addresses: ['192.0.2.1', '192.0.2.2'] },
  ];
  const answer = { domain: 'example.com', owner: null, aliases: ['a', 'b'], zone: { serial: 7 }, servers, gaps: [] };
  expect(derivedTables(answer)).toEqual([
    {
      title: 'Answer',
      columns: ['Field', 'Value'],
      rows: [
        ['domain', 'example.com'],
        ['owner', ''],
        ['aliases', 'a, b'],
        ['zone.serial', '7'],
      ],
    },
    {
      title: 'servers',
      columns: ['host', 'preference', 'addresses'],
      rows: [
        ['mail.example.com', '10', ''],
        ['mx.example.com', '', '192.0.2.1, 192.0.2.2'],
      ],
    },
  ]);
});
