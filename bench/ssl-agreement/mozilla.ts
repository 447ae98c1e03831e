import { answerFindings } from '@sonde/contract/answers/answer-findings';
import type { SslCode } from '@sonde/contract/tools/ssl/explanations';
import type { SondeReport } from './ask.ts';

type Answer = Pick<SondeReport, 'data' | 'gaps'>;

/** A rule of the profile "intermediate" of Mozilla's Server Side TLS 5.7, and the findings on servers that violate it. */
interface Rule {
  readonly rule: string;
  /** The settings of a server that violate the rule. */
  readonly departs: (data: SondeReport['data']) => readonly string[];
  readonly codes: readonly SslCode[];
  /** Violations for which there is deliberately no finding, and why. */
  readonly silence: readonly { readonly what: RegExp; readonly why: string }[];
}

const SUITES =
  /^TLS_(AES_(128|256)_GCM|CHACHA20_POLY1305)_SHA(256|384)$|^TLS_(ECDHE_(ECDSA|RSA)|DHE_RSA)_WITH_(AES_(128|256)_GCM|CHACHA20_POLY1305)_SHA(256|384)$/;

const rules: readonly Rule[] = [
  {
    rule: 'TLS 1.2 and 1.3 alone',
    departs: ({ enabledProtocols }) => enabledProtocols.filter((version) => !/^TLSv1\.[23]$/.test(version)),
    codes: ['sslv2-enabled', 'sslv3-enabled', 'tls10-enabled', 'tls11-enabled'],
    silence: [],
  },
  {
    rule: 'twelve suites',
    departs: ({ enabledCiphers }) => enabledCiphers.filter((suite) => !SUITES.test(suite)),
    codes: [
      'suites-without-forward-secrecy',
      'no-forward-secrecy',
      'cbc-suites',
      'cbc-only',
      'null-encryption',
      'anonymous-suites',
      'rc4',
      'sweet32',
      'export-suites',
      'des-suites',
    ],
    silence: [
      {
        what: /_(CCM|CCM_8|ARIA_\d+_GCM|CAMELLIA_\d+_GCM)(_|$)|CECPQ1|^TLS_DHE_DSS_.*_GCM_/,
        why: 'forward secrecy and authenticated encryption as well: the profile lists what is needed, not what is weak',
      },
    ],
  },
  {
    rule: 'Diffie-Hellman keys of 2048 bits',
    departs: ({ minDhBits, minAuthenticatedDhBits = minDhBits }) => {
      const short = (bits: number | null): bits is number => bits !== null && bits < 2048;
      if (short(minAuthenticatedDhBits)) return [`${minAuthenticatedDhBits} bits`];
      return short(minDhBits) ? [`${minDhBits} bits, in anonymous suites alone`] : [];
    },
    codes: ['logjam', 'short-dh-key'],
    silence: [
      {
        what: /in anonymous suites alone$/,
        why: 'a server that does not show who it is can be impersonated without any computation, whatever its key: the anonymous suites themselves are told',
      },
    ],
  },
];

export interface MozillaDifference {
  readonly rule: string;
  readonly departs: readonly string[];
  /** Null while nobody has explained it. */
  readonly why: string | null;
}

/** Violations of Mozilla's profile that no finding of Sonde reports. */
export function compareWithMozilla({ data, gaps }: Answer, checkedAt: string): MozillaDifference[] {
  const found = answerFindings('ssl', { ...data, gaps: [...gaps], checkedAt }).map(({ code }) => code);
  return rules.flatMap(({ rule, departs, codes, silence }) => {
    const departing = departs(data);
    if (departing.length === 0 || codes.some((code) => found.includes(code))) return [];
    const known = silence.find(({ what }) => departing.every((one) => what.test(one)));
    return [{ rule, departs: departing, why: known?.why ?? null }];
  });
}
