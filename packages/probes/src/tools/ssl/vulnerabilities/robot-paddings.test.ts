import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientKeyExchange, type Padding, paddedSecret, paddings } from './robot-paddings.ts';

const zerosIn = (block: Uint8Array) => [...block.keys()].filter((place) => block[place] === 0);

/** What a check by RFC 8017 section 7.2.2 and RFC 5246 section 7.4.7.1 finds, for 2048 bits and TLS 1.2. */
test.each<[Padding, number[], number[], number[]]>([
  ['valid padding', [0, 2], [207], [3, 3]],
  ['a wrong prefix', [0x41, 0x17], [207], [3, 3]],
  ['a misplaced zero octet', [0, 2], [206], [3, 3]],
  ['no zero octet', [0, 2], [], [3, 3]],
  ['a wrong version', [0, 2], [207], [2, 2]],
])('%s', (padding, start, zeros, version) => {
  const block = paddedSecret(2048, 0x0303, padding);
  expect(block).toHaveLength(256);
  expect([...block.subarray(0, 2)]).toEqual(start);
  expect(zerosIn(block).filter((place) => place > 1)).toEqual(zeros);
  expect([...block.subarray(208, 210)]).toEqual(version);
});

test.each([512, 1023, 2047, 2048])('every padding can be decrypted with a key of %d bits', (modulusLength) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  for (const padding of paddings) {
    const message = clientKeyExchange(publicKey, 0x0301, padding);
    const length = Math.ceil(modulusLength / 8);
    expect([...message.subarray(0, 6)]).toEqual([
      16,
      0,
      (length + 2) >> 8,
      (length + 2) & 255,
      length >> 8,
      length & 255,
    ]);
    const key = { key: privateKey, padding: constants.RSA_NO_PADDING };
    const block = privateDecrypt(key, message.subarray(6));
    expect(block[1]).toBe(padding === 'a wrong prefix' ? 0x17 : 2);
  }
});
