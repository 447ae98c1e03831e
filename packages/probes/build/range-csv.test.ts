import { expect, test } from 'vitest';
import { readRanges } from './range-csv.ts';

test('reads ranges of both families, names quoted or not', () => {
  const csv =
    '16777216,16777471,13335,"Cloudflare, Inc."\r\n16778240,16779263,38803,Gtelecom Pty Ltd\n' +
    '42540528726795050063891204319802818560,42540528726795050063891204319802884095,2500,"The ""WIDE"" Project"\n' +
    '167772160,167772160,1,\n';
  expect([...readRanges(csv)]).toEqual([
    { first: 0x0100_0000n, last: 0x0100_00ffn, asNumber: 13335, asName: 'Cloudflare, Inc.' },
    { first: 0x0100_0400n, last: 0x0100_07ffn, asNumber: 38803, asName: 'Gtelecom Pty Ltd' },
    {
      first: 0x2001_0200_0000_0000_0000_0000_0000_0000n,
      last: 0x2001_0200_0000_0000_0000_0000_0000_ffffn,
      asNumber: 2500,
      asName: 'The "WIDE" Project',
    },
    { first: 0x0a00_0000n, last: 0x0a00_0000n, asNumber: 1, asName: '' },
  ]);
});

test.each(['16777216,16777471', '16777216,16777471,x,Name', '16777216,16777471,1,"Name', '1.0.0.0,1.0.0.255,1,Name'])(
  'names the line that is no range: %s',
  (line) => {
    expect(() => [...readRanges(`16777216,16777471,1,A\n${line}`)]).toThrow(`Line 2 is no range of a network: ${line}`);
  },
);
