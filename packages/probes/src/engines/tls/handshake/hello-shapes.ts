import type { HelloShape } from '../../../protocols/tls-records/hello/shaped-hello.ts';

/** A client whose hello is known exactly, apart from random values. */
export interface ShapedClient extends HelloShape {
  /** The name in the list of known clients. */
  readonly name: string;
}

const EMPTY = '';
const H2_AND_HTTP_1 = '000c02683208687474702f312e31';

/** As recorded from Chromium 156.0.8078.79, which shuffles its extensions for each connection. */
export const chromium: ShapedClient = {
  name: 'Chrome, Edge (Chromium 156)',
  suites: [
    ...[0x7a7a, 0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014],
    ...[0x009c, 0x009d, 0x002f, 0x0035],
  ],
  extensions: [
    [0x4a4a, EMPTY],
    [13, '00182a2a09040905090604030804040105030805050108060601'],
    [45, '0101'],
    [0, null],
    [51, null],
    [0x44cd, '0003026832'],
    [11, '0100'],
    // It accepts certificates compressed with Brotli (RFC 8879).
    [27, '020002'],
    // The authorities that it knows besides the usual ones (draft-ietf-tls-trust-anchor-ids).
    [
      0xca34,
      [
        '00b80582df1302010582df1302060582df13020d0582df13020e0582df13020f0582df1302120582df1302130582df13021408839a',
        '648c9b2d010708839a648c9b2d010808839a648c9b2d010908839a648c9b2d010a08839a648c9b2d010b08839a648c9b2d010c08839a',
        '648c9b2d010d08839a648c9b2d011208839a648c9b2d011304d679090104d679090404d679090504d679090604d679090704d6790908',
        '04d679090a04d679090b04d679090c04d679090d04d679090f',
      ].join(''),
    ],
    [5, '0100000000'],
    [16, H2_AND_HTTP_1],
    [0xff01, '00'],
    [10, '000adada11ec001d00170018'],
    [43, '069a9a03040303'],
    [23, EMPTY],
    [35, EMPTY],
    [0xfe0d, { aead: 1, octets: 144 }],
    [18, EMPTY],
    [0xfafa, '00'],
  ],
  keyShares: [0xdada, 0x11ec, 0x001d],
};

/** As recorded from Firefox ESR 153.7. */
export const firefox: ShapedClient = {
  name: 'Firefox 153',
  suites: [
    ...[0x1301, 0x1303, 0x1302, 0xc02b, 0xc02f, 0xcca9, 0xcca8, 0xc02c, 0xc030, 0xc00a, 0xc013, 0xc014],
    ...[0x009c, 0x009d, 0x002f, 0x0035],
  ],
  extensions: [
    [0, null],
    [23, EMPTY],
    [0xff01, '00'],
    [10, '000e11ec001d00170018001901000101'],
    [11, '0100'],
    [35, EMPTY],
    [16, H2_AND_HTTP_1],
    [5, '0100000000'],
    [34, '00080403050306030203'],
    [18, EMPTY],
    [51, null],
    [43, '0403040303'],
    [13, '001604030503060308040805080604010501060102030201'],
    [45, '0101'],
    [28, '4001'],
    [27, '06000100020003'],
    [0xfe0d, { aead: 3, octets: 239 }],
  ],
  keyShares: [0x11ec, 0x001d, 0x0017],
};

/** According to uTLS (HelloSafari_26_3). */
export const safari: ShapedClient = {
  name: 'Safari 26 (iOS 26, macOS 26)',
  suites: [
    ...[0x8a8a, 0x1302, 0x1303, 0x1301, 0xc02c, 0xc02b, 0xcca9, 0xc030, 0xc02f, 0xcca8, 0xc00a, 0xc009, 0xc014, 0xc013],
    ...[0x009d, 0x009c, 0x0035, 0x002f, 0xc008, 0xc012, 0x000a],
  ],
  extensions: [
    [0x1a1a, EMPTY],
    [0, null],
    [23, EMPTY],
    [0xff01, '00'],
    [10, '000c2a2a11ec001d001700180019'],
    [11, '0100'],
    [16, H2_AND_HTTP_1],
    [5, '0100000000'],
    [13, '00140403080404010503080508050501080606010201'],
    [18, EMPTY],
    [51, null],
    [45, '0101'],
    [43, '063a3a03040303'],
    [27, '020001'],
    [0xdada, '00'],
  ],
  keyShares: [0x2a2a, 0x11ec, 0x001d],
};
