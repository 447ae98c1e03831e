import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { octetsOfBase64 } from '../../evidence/base64.ts';
import { searchedDomainField } from '../../query.ts';
import { hex as hexOf } from '../../x509/names.ts';
import type { Expectations } from './judge.ts';

const MAX_ENTRIES = 50;
const SHA256 = /^[\da-f]{64}$/;
const BASE64_OF_SHA256 = /^[A-Za-z\d+/]{43}=$/;

/** A parameter with several values, one a line or separated by semicolons. */
function listField(name: string, what: string, read: (text: string) => string | null) {
  return z.pipe(
    z.optional(z.string({ error: `'${name}' must be given exactly once.` })),
    z.transform((text: string | undefined, { issues }): readonly string[] => {
      const entries = (text ?? '').split(/[;\n]/).map((entry) => entry.trim());
      const given = entries.filter((entry) => entry !== '');
      const values = given.flatMap((entry) => read(entry) ?? []);
      if (values.length === given.length && given.length <= MAX_ENTRIES) return [...new Set(values)];
      const message =
        given.length > MAX_ENTRIES
          ? `'${name}' has at most ${MAX_ENTRIES} entries.`
          : `'${name}' is a list of ${what}.`;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/** SHA-256 in hex, with or without colons, or in Base64 as in pins; the value is lower-case hex. */
function toKeySha256(text: string): string | null {
  const hex = text.replaceAll(':', '').toLowerCase();
  if (SHA256.test(hex)) return hex;
  return BASE64_OF_SHA256.test(text) ? hexOf(octetsOfBase64(text)) : null;
}

const toAccount = (text: string): string | null => (/^[a-z][a-z\d+.-]*:\S+$/i.test(text) ? text : null);

/**
 * Certificates of a domain that nobody here has ordered: not a tool, since what matters is what is new since the last look at the
 * logs. Watched like a tool.
 */
export const certificates = {
  id: 'certificates',
  title: 'Unexpected certificates',
  summary: 'Tell of certificates in the logs that nobody here has ordered',
  target: 'domain',
  /** How often the searches are asked unless the owner says otherwise, in seconds. */
  everySeconds: 86_400,
  /** The shortest interval, as a multiple of that of the server: searches allow few requests, and share them among all. */
  floorFactor: 4,
  cost: 5,
  query: z.strictObject(
    {
      domain: described(searchedDomainField, 'The domain; names below it count too.', 'example.com'),
      keys: described(
        listField('keys', 'SHA-256 values of public keys', toKeySha256),
        'Keys that are expected: SHA-256 of the SubjectPublicKeyInfo, in hex or Base64, separated by semicolons.',
      ),
      issuers: described(
        listField('issuers', 'issuers', (text) => text.toLowerCase()),
        'Issuers that are expected: their names for CAA records, or their organisations, separated by semicolons.',
        'letsencrypt.org',
      ),
      accounts: described(
        listField('accounts', 'account URIs', toAccount),
        'Accounts that are expected, as accounturi in CAA records (RFC 8657), separated by semicolons.',
      ),
      caa: described(
        z.pipe(
          z.optional(z.enum(['enough'], { error: "'caa' must be enough, or absent." })),
          z.transform((word: 'enough' | undefined) => word === 'enough'),
        ),
        'enough: every issuer that the CAA records of the names allow is expected.',
      ),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? `There is no parameter ${issue.keys[0]}.` : undefined) },
  ),
} as const;

/** What the owner expects, from a query that was checked. */
export function expectationsOf({
  domain,
  keys,
  issuers,
  accounts,
  caa,
}: z.output<typeof certificates.query>): Expectations {
  return { domain, keys, issuers, accounts, isCaaEnough: caa };
}
