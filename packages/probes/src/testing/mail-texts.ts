import { isDmarcRecord, parseDmarc } from '@sonde/contract/mail-text/dmarc-record';
import { expandMacros } from '@sonde/contract/mail-text/spf-macro';
import { isSpfRecord, parseSpf } from '@sonde/contract/mail-text/spf-record';
import type { TextProblem } from '@sonde/contract/mail-text/tag-list';
import fc from 'fast-check';
import { logoProblems } from '../protocols/mail-text/bimi/logo.ts';
import { parseBimi } from '../protocols/mail-text/bimi/parse.ts';
import { isKeyRecord, parseKeyRecord } from '../protocols/mail-text/dkim/key-record.ts';
import { allowsName, parseStsPolicy, parseStsRecord } from '../protocols/mail-text/mta-sts/parse.ts';
import { parseTlsRpt } from '../protocols/mail-text/tls-rpt/parse.ts';

/** What a parser read from a text: how much, and its problems with their columns. */
export interface Read {
  /** Number of terms, tags, lines or addresses; never more than the octets of the text. */
  readonly pieces: number;
  readonly problems: readonly TextProblem[];
}

/** One kind of text: a generator of well-formed and malformed texts, and their parser. */
export interface MailTextKind {
  readonly texts: fc.Arbitrary<string>;
  read(text: string): Read;
}

const noise = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(...[' ', '=', ';', '.', 'a', '%{d}', '%%', ':', '/', '\n'].map((piece) => piece.repeat(200))),
);

/** Generates texts from a beginning and pieces in any order and number, occasionally with noise. */
function textsOf(heads: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: noise });
  return fc
    .tuple(fc.constantFrom(...heads), fc.array(piece, { maxLength: 40 }))
    .map(([head, rest]) => head + rest.join(''));
}

const values = Object.fromEntries([...'slodiphvcrt'].map((letter) => [letter, 'a.b-c.example.com']));

export const mailTexts = {
  spf: {
    texts: textsOf(
      ['v=spf1', 'v=spf1 ', 'V=SPF1 ', ''],
      ' include:|a:|mx|ptr|ip4:|ip6:|exists:|redirect=|exp=|all|%{|s2r.-|}|%%|%_|/24|//64|+|-|~|?|example.com|192.0.2.1|::1'.split(
        '|',
      ),
    ),
    read(text) {
      isSpfRecord(text);
      const { terms, problems } = parseSpf(text);
      for (const term of terms) {
        if (term.type !== 'error' && term.domain !== null) expandMacros(term.domain, values);
      }
      return { pieces: terms.length, problems };
    },
  },
  dmarc: {
    texts: textsOf(
      ['v=DMARC1; ', 'v=DMARC1;p=reject;', 'v = DMARC1', ''],
      '; |p=|reject|none|sp=|np=|rua=mailto:|ruf=|a@example.com|,|!10m|pct=|100|adkim=s|psd=y|t=y|x='.split('|'),
    ),
    read(text) {
      isDmarcRecord(text);
      const { aggregate, failure, problems } = parseDmarc(text);
      return { pieces: aggregate.length + failure.length, problems };
    },
  },
  dkim: {
    texts: textsOf(
      ['v=DKIM1; ', 'v=DKIM1; k=rsa; p=', 'k=ed25519; p=', 'p=', ''],
      '; |k=rsa|k=ed25519|p=|MIGfMA0GCSqG|MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A|/wD/|AAAA|MIL//////w|=|t=y:s|h=sha256|n='.split(
        '|',
      ),
    ),
    read(text) {
      isKeyRecord(text);
      const { problem } = parseKeyRecord(text);
      return { pieces: 1, problems: problem === null ? [] : [{ column: 1, message: problem }] };
    },
  },
  mtaSts: {
    texts: textsOf(
      ['version: STSv1\n', 'version: STSv1\nmode: enforce\n', 'v=STSv1; ', ''],
      '\n|\r\n|mode: |enforce|testing|max_age: |604800|mx: |*.|example.com|-|.|id=|; |: '.split('|'),
    ),
    read(text) {
      const { problems } = parseStsRecord(text);
      const policy = parseStsPolicy(text);
      for (const pattern of policy.patterns) allowsName(pattern, 'mail.example.com');
      return { pieces: policy.patterns.length, problems: [...problems, ...policy.problems] };
    },
  },
  reports: {
    texts: textsOf(
      ['v=TLSRPTv1; ', 'v=BIMI1; l=https://', '<svg baseProfile="tiny-ps">', ''],
      '; |rua=|mailto:|a@example.com|,|l=|a=|https://|<svg |<script|<title>|<!--|-->|href="|#|onload=|version="1.2"|>'.split(
        '|',
      ),
    ),
    read(text) {
      const { uris, problems } = parseTlsRpt(text);
      logoProblems(text);
      return { pieces: uris.length, problems: [...problems, ...parseBimi(text).problems] };
    },
  },
} as const satisfies Readonly<Record<string, MailTextKind>>;
